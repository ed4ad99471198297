import { wallClock } from '~/base/forms/rules'
import { UserError } from '~/base/node/errors'
import { frequencies, untilTime, weekdays } from './repeat'
import { beginsAtStart, daysFrom, numberOf } from './starts'

/** The value of an RRULE of RFC 5545 by its parts. Only the parts that a series may have. */
type Rule = Partial<Record<Part, string>>
type Part = keyof typeof parts

export const repeatLength = 200
export const skippedLimit = 500
export const tooManySkipped = `A series can leave out at most ${skippedLimit} of its starts`
/** The most times that a rule may state. */
const mostTimes = 999

const day = weekdays.join('|')
const number = (most: number) => {
  const digits = Array.from({ length: most }, (_, n) => n + 1)
  return new Set(digits.map(String))
}
const listOf = (isItem: (item: string) => boolean) => (value: string) => {
  const items = value.split(',')
  return items.every(isItem) && new Set(items).size === items.length
}
const signed = (most: number) => {
  const numbers = number(most)
  return (item: string) => numbers.has(item.replace(/^-/, ''))
}

/** The parts in the order of RFC 5545, with what tells whether a value is one. */
const parts = {
  FREQ: (value: string) => (frequencies as readonly string[]).includes(value),
  UNTIL: (value: string) =>
    /^\d{8}(T\d{4}[0-5]\d)?$/.test(value) && wallClock('UNTIL').safeParse(untilTime(value)).success,
  COUNT: (value: string) => number(mostTimes).has(value),
  INTERVAL: (value: string) => number(99).has(value),
  BYDAY: listOf((item) => new RegExp(`^(-?([1-9]|[1-4]\\d|5[0-3]))?(${day})$`).test(item)),
  BYMONTHDAY: listOf(signed(31)),
  BYMONTH: listOf((item) => number(12).has(item)),
  BYSETPOS: listOf(signed(366)),
  WKST: (value: string) => (weekdays as readonly string[]).includes(value),
}

/** A rule with its parts in order, or what is wrong with it. `startDate` is the first start, a wall-clock time. */
export function readRepeat(value: string, startDate: string): { repeat: string } | { error: string } {
  const rule = partsOf(value.trim().toUpperCase())
  if (typeof rule === 'string') return { error: rule }
  const repeat = textOf(rule)
  const error = contradictionOf(rule) ?? problemOfStart(repeat, startDate, rule)
  return error ? { error } : { repeat }
}

function partsOf(value: string): Rule | string {
  const rule: Rule = {}
  for (const part of value.split(';')) {
    const [name = '', text = '', ...rest] = part.split('=')
    if (!(name in parts) || rest.length > 0)
      return `repeat has a part that is not supported: ${part.slice(0, 50)}`
    if (name in rule) return `repeat has ${name} twice`
    if (!parts[name as Part](text)) return `repeat has no valid ${name}`
    rule[name as Part] = text
  }
  return rule
}

const textOf = (rule: Rule) =>
  (Object.keys(parts) as Part[]).flatMap((part) => (rule[part] ? [`${part}=${rule[part]}`] : [])).join(';')

/** Parts that RFC 5545, 3.3.10, does not allow together. */
function contradictionOf({ FREQ, UNTIL, COUNT, BYDAY, BYMONTHDAY, BYMONTH, BYSETPOS }: Rule) {
  if (!FREQ) return 'repeat needs FREQ'
  if (UNTIL && COUNT) return 'repeat has UNTIL or COUNT, not both'
  const isLong = FREQ === 'MONTHLY' || FREQ === 'YEARLY'
  if (BYDAY && /\d/.test(BYDAY) && !isLong) return 'repeat has numbers in BYDAY only with MONTHLY or YEARLY'
  if (BYMONTHDAY && FREQ === 'WEEKLY') return 'repeat has BYMONTHDAY, but not with WEEKLY'
  if (BYSETPOS && FREQ === 'WEEKLY') return 'repeat has BYSETPOS, but not with WEEKLY'
  if (BYSETPOS && !(BYDAY || BYMONTHDAY || BYMONTH)) return 'repeat has BYSETPOS only with another BY part'
}

function problemOfStart(repeat: string, startDate: string, { UNTIL }: Rule) {
  if (UNTIL && untilTime(UNTIL) < startDate) return 'The last day must not be before the start'
  if (!beginsAtStart(repeat, startDate)) return 'The start must be one of the times of repeat'
}

type Series = { startDate: string; repeat: string | null; skipped: string[] }

type Problem = { field: 'repeat' | 'skipped'; message: string }

/** An event with its rule as it is stored, or what is wrong with the rule, or with a start that is left out. */
export function readSeries<E extends Series>(event: E): { event: E; error?: undefined } | { error: Problem } {
  const { startDate, repeat, skipped } = event
  const problem = (field: Problem['field'], message: string) => ({ error: { field, message } })
  if (repeat === null)
    return skipped.length > 0 ? problem('skipped', 'Only an event that repeats leaves out starts') : { event }
  const read = readRepeat(repeat, startDate)
  if ('error' in read) return problem('repeat', read.error)
  if (skipped.length > skippedLimit) return problem('skipped', tooManySkipped)
  const others = startsAmong({ repeat: read.repeat, startDate }, skipped)
  const none = skipped.find((start) => !others.has(start))
  if (none !== undefined) return problem('skipped', `The series has no start at ${none.replace('T', ' ')}`)
  return { event: { ...event, repeat: read.repeat } }
}

/** As `readSeries`. Throws 400 for what is wrong. */
export function assertSeries<E extends Series>(event: E): E {
  const read = readSeries(event)
  return read.error ? refuse(read.error.field, read.error.message) : read.event
}

export const takenOutRepeats = 'An event that was taken out of a series does not repeat itself'

export function refuse(field: Problem['field'] | 'occurrence', message: string): never {
  throw new UserError(400, message, { errors: { [field]: [message] } })
}

/** Those of some times that are starts by the rule, whether they are left out or not. */
export function startsAmong({ repeat, startDate }: { repeat: string; startDate: string }, times: string[]) {
  const timeOfDay = startDate.slice(10)
  const wanted = new Map(
    times.filter((time) => time.endsWith(timeOfDay)).map((time) => [numberOf(time), time]),
  )
  const found = new Set<string>()
  const last = Math.max(...wanted.keys())
  if (wanted.size > 0)
    for (const n of daysFrom({ repeat, startDate, skipped: [] }, Math.min(...wanted.keys()))) {
      if (n > last) break
      const time = wanted.get(n)
      if (time) found.add(time)
    }
  return found
}
