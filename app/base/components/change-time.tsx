const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** The time of a change, in UTC. */
export function ChangeTime({ instant }: { instant: Date }) {
  return <time dateTime={instant.toISOString()}>{format.format(instant)} UTC</time>
}
