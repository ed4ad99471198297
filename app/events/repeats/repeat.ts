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

/** How a series ends: never, on a day (`YYYY-MM-DD`) or at a wall-clock time, or after so many times. */
export type RepeatEnd = { until: string } | { count: number } | null

/** The RRULE of a preset for an event that starts at `startDate` (wall-clock time). */
export const repeatOf = (preset: Preset, startDate: string, end: RepeatEnd) =>
  withEnd(rulesOf(startDate)[preset][0], end)

/** How the rule of each preset may be written for a start: first as the form does it, then as phones do. */
function rulesOf(startDate: string): Record<Preset, [string, ...string[]]> {
  const [month, day] = [startDate.slice(5, 7), startDate.slice(8, 10)].map(Number) as [number, number]
  const weekday = weekdayOf(startDate)
  const number = day > 28 ? -1 : Math.ceil(day / 7)
  return {
    DAILY: ['FREQ=DAILY'],
    WEEKLY: ['FREQ=WEEKLY', `FREQ=WEEKLY;BYDAY=${weekday}`],
    FORTNIGHTLY: ['FREQ=WEEKLY;INTERVAL=2', `FREQ=WEEKLY;INTERVAL=2;BYDAY=${weekday}`],
    MONTHLY_BY_DAY: ['FREQ=MONTHLY', `FREQ=MONTHLY;BYMONTHDAY=${day}`],
    // The fifth weekday is the last one.
    MONTHLY_BY_WEEKDAY: [
      `FREQ=MONTHLY;BYDAY=${number}${weekday}`,
      `FREQ=MONTHLY;BYDAY=${weekday};BYSETPOS=${number}`,
    ],
    YEARLY: ['FREQ=YEARLY', `FREQ=YEARLY;BYMONTH=${month}`, `FREQ=YEARLY;BYMONTHDAY=${day};BYMONTH=${month}`],
  }
}

export function weekdayOf(startDate: string): Weekday {
  const day = new Date(`${startDate.slice(0, 10)}T00:00Z`).getUTCDay()
  return weekdays[(day + 6) % 7] as Weekday
}

/** The preset and the end of a rule. `preset` is undefined for a rule that the form does not offer. */
export function presetOf(repeat: string, startDate: string) {
  const rule = withEnd(repeat, null).replace(/;(INTERVAL=1(?!\d)|WKST=..)/g, '')
  const rules = rulesOf(startDate)
  const preset = (Object.keys(presets) as Preset[]).find((preset) => rules[preset].includes(rule))
  return { preset, end: endOf(repeat) }
}

function endOf(repeat: string): RepeatEnd {
  const [, name, value] = /(UNTIL|COUNT)=(\w+)/.exec(repeat) ?? []
  if (!value) return null
  return name === 'COUNT'
    ? { count: Number(value) }
    : { until: untilTime(value).slice(0, value.includes('T') ? 16 : 10) }
}

/** The wall-clock time of an UNTIL, `20270301` or `20270301T190000`. A day lasts until its end. */
export const untilTime = (until: string) =>
  `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}T${until.slice(9, 11) || '23'}:${until.slice(11, 13) || '59'}`

/** A rule with another end. */
export function withEnd(repeat: string, end: RepeatEnd) {
  const parts = repeat.split(';').filter((part) => !/^(UNTIL|COUNT)=/.test(part))
  const [frequency, ...others] = parts
  if (end === null) return parts.join(';')
  const text = 'until' in end ? `UNTIL=${untilText(end.until)}` : `COUNT=${end.count}`
  // In the order of RFC 5545, in which rules are stored.
  return [frequency, text, ...others].join(';')
}

const untilText = (until: string) => until.replace(/[-:]/g, '').replace(/T.*/, '$&00')
