/** The rules of events that repeat, for browser and server (product 5.5). The rules of a value are in `repeat-rule.server.ts`. */

export const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const
export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
type Weekday = (typeof weekdays)[number]

/** What a change of an occurrence is about. */
export const scopes = ['this', 'following', 'all'] as const

/** The buttons that ask for it. */
export const scopeChoice = {
  name: 'scope',
  options: [
    { value: 'this', label: 'Only this one' },
    { value: 'following', label: 'This and following' },
    { value: 'all', label: 'The whole series' },
  ],
} as const

/** What the form offers, by its value. The rest of a rule is how it ends. */
export const presets = {
  DAILY: 'Every day',
  WEEKLY: 'Every week',
  FORTNIGHTLY: 'Every two weeks',
  MONTHLY_BY_DAY: 'Every month on the same day',
  MONTHLY_BY_WEEKDAY: 'Every month on the same weekday',
  YEARLY: 'Every year',
} as const
export type Preset = keyof typeof presets

/** How a series ends: never, on a day (`YYYY-MM-DD`), or after so many times. */
export type RepeatEnd = { until: string } | { count: number } | null

/** The RRULE of a preset for an event that starts at `startDate` (wall-clock time). */
export function repeatOf(preset: Preset, startDate: string, end: RepeatEnd) {
  const rules: Record<Preset, string> = {
    DAILY: 'FREQ=DAILY',
    WEEKLY: 'FREQ=WEEKLY',
    FORTNIGHTLY: 'FREQ=WEEKLY;INTERVAL=2',
    MONTHLY_BY_DAY: 'FREQ=MONTHLY',
    MONTHLY_BY_WEEKDAY: `FREQ=MONTHLY;BYDAY=${weekdayInMonth(startDate)}`,
    YEARLY: 'FREQ=YEARLY',
  }
  return withEnd(rules[preset], end)
}

/** The weekday of a start with its number in the month, such as '2TU'. The fifth one is the last. */
export function weekdayInMonth(startDate: string) {
  const number = Math.ceil(Number(startDate.slice(8, 10)) / 7)
  return `${number === 5 ? -1 : number}${weekdayOf(startDate)}`
}

function weekdayOf(startDate: string): Weekday {
  const day = new Date(`${startDate.slice(0, 10)}T00:00Z`).getUTCDay()
  return weekdays[(day + 6) % 7] as Weekday
}

/** The preset and the end of a rule. `preset` is undefined for a rule that the form does not offer. */
export function presetOf(repeat: string, startDate: string) {
  const parts = new Map(repeat.split(';').map((part) => part.split('=') as [string, string]))
  const [until, count] = [parts.get('UNTIL'), parts.get('COUNT')]
  const end: RepeatEnd = until
    ? { until: until.slice(0, 8).replace(/(....)(..)(..)/, '$1-$2-$3') }
    : count
      ? { count: Number(count) }
      : null
  const preset = (Object.keys(presets) as Preset[]).find(
    (preset) => repeatOf(preset, startDate, end) === repeat,
  )
  return { preset, end }
}

/** The wall-clock time of an UNTIL, `20270301` or `20270301T190000`. A day lasts until its end. */
export const untilTime = (until: string) =>
  `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}T${until.slice(9, 11) || '23'}:${until.slice(11, 13) || '59'}`

/** A rule with another end. */
export function withEnd(repeat: string, end: RepeatEnd) {
  const parts = repeat.split(';').filter((part) => !/^(UNTIL|COUNT)=/.test(part))
  const [frequency, ...others] = parts
  if (end === null) return parts.join(';')
  const text = 'until' in end ? `UNTIL=${end.until.replaceAll('-', '')}` : `COUNT=${end.count}`
  // In the order of RFC 5545, in which rules are stored.
  return [frequency, text, ...others].join(';')
}
