const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** An instant in UTC, such as '24 Nov 2026, 10:15 UTC'. */
export function Time({ instant }: { instant: Date }) {
  return <time dateTime={instant.toISOString()}>{format.format(instant)} UTC</time>
}
