import { createContext, useContext } from 'react'

/** The time zone of the account, for all that shows an instant. Null: UTC, which is then named. */
export const TimeZoneContext = createContext<string | null>(null)

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(options: Intl.DateTimeFormatOptions) {
  const key = JSON.stringify(options)
  const format = formats.get(key) ?? makeFormat(options)
  formats.set(key, format)
  return format
}

/** A browser may not know the newest names of time zones. */
function makeFormat(options: Intl.DateTimeFormatOptions) {
  try {
    return new Intl.DateTimeFormat('en-GB', options)
  } catch {
    return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' })
  }
}

/** An instant such as '24 Nov 2026, 10:15', or its time alone where a heading has the day. */
export function Time({ instant, isTimeOnly }: { instant: Date; isTimeOnly?: boolean }) {
  const timeZone = useContext(TimeZoneContext)
  const style = isTimeOnly ? {} : { dateStyle: 'medium' as const }
  const text = formatOf({ ...style, timeStyle: 'short', timeZone: timeZone ?? 'UTC' }).format(instant)
  return <time dateTime={instant.toISOString()}>{timeZone ? text : `${text} UTC`}</time>
}

/** The day of an instant in a time zone, `YYYY-MM-DD`. */
export function dayOfInstant(instant: Date, timeZone: string | null) {
  const [day, month, year] = formatOf({
    timeZone: timeZone ?? 'UTC',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
    .format(instant)
    .split('/')
  return `${year}-${month}-${day}`
}
