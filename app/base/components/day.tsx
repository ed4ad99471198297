// In UTC, so that server and browser render the same text.
const medium = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
const long = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** The day of an instant, such as '24 Nov 2026'. */
export const formatDay = (instant: Date | string) => medium.format(new Date(instant))

/** The day of an instant, such as '24 November 2026'. */
export const formatLongDay = (instant: Date | string) => long.format(new Date(instant))

/** 'today' or another day, such as '24 Nov 2026'. Both arguments are `YYYY-MM-DD`. */
export const formatPastDay = (day: string, today: string) => (day === today ? 'today' : formatDay(day))

export const Day = ({ of: instant }: { of: Date | string }) => (
  <time dateTime={new Date(instant).toISOString().slice(0, 10)}>{formatDay(instant)}</time>
)
