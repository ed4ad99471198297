const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const

/** A weekday so many weeks from the week of the reset: choir is on a Thursday, whenever that is. */
export type Day = { week: number; on: (typeof weekdays)[number] }

const dayLength = 86_400_000

/** `YYYY-MM-DD` of `day` as seen from `today`, both in UTC; `later` is how many days after it. */
export function dateOf({ week, on }: Day, today: Date, later = 0) {
  const sinceMonday = (today.getUTCDay() + 6) % weekdays.length
  const days = week * weekdays.length + weekdays.indexOf(on) - sinceMonday + later
  return new Date(today.getTime() + days * dayLength).toISOString().slice(0, 10)
}
