const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const

/** A weekday in the week that is `week` weeks after the current one. The week is negative for the past. */
export type Day = { week: number; on: (typeof weekdays)[number] }

const dayLength = 86_400_000

/** `YYYY-MM-DD` of the day that is `daysLater` days after the given weekday, relative to `today` in UTC. */
export function dateOf({ week, on }: Day, today: Date, daysLater = 0) {
  const daysSinceMonday = (today.getUTCDay() + 6) % weekdays.length
  const days = week * weekdays.length + weekdays.indexOf(on) - daysSinceMonday + daysLater
  return new Date(today.getTime() + days * dayLength).toISOString().slice(0, 10)
}
