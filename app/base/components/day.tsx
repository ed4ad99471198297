const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

/** The day of an instant in UTC, such as '24 Nov 2026'. */
export const formatDay = (instant: Date | string) => format.format(new Date(instant))

export const Day = ({ of: instant }: { of: Date | string }) => (
  <time dateTime={new Date(instant).toISOString().slice(0, 10)}>{formatDay(instant)}</time>
)
