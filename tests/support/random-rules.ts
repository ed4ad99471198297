/**
 * What judges the starts of series: all of a period's days, tried one by one as RFC 5545, 3.3.10, says it, and random rules.
 * Slow and plain, and shares nothing with the app.
 */
const dayNames = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const dayLength = 86_400_000
const weekdayOf = (time: number) => (new Date(time).getUTCDay() + 6) % 7
const monthLength = (year: number, month: number) => new Date(Date.UTC(year, month + 1, 0)).getUTCDate()

/** The starts of a rule (wall-clock times), in order, up to a year. */
export function* everyStart(repeat: string, startDate: string, lastYear: number): Generator<string> {
  const parts = Object.fromEntries(repeat.split(';').map((part) => part.split('='))) as Record<string, string>
  const start = Date.parse(`${startDate}Z`)
  const until = parts.UNTIL ? `${parts.UNTIL.replace(/(....)(..)(..)/, '$1-$2-$3')}T23:59` : '9999'
  let times = 0
  for (const days of periods(parts, start, lastYear)) {
    for (const time of positioned(days.filter(dayRule(parts, start)), parts.BYSETPOS)) {
      const text = new Date(time).toISOString().slice(0, 16)
      if (time < start) continue
      if (text > until || times === Number(parts.COUNT ?? Number.POSITIVE_INFINITY)) return
      times += 1
      yield text
    }
  }
}

/** The times of the start on all days of each period. */
function* periods(
  { FREQ, INTERVAL = '1', WKST = 'MO' }: Record<string, string>,
  start: number,
  lastYear: number,
) {
  const first = new Date(start)
  const [year, month] = [first.getUTCFullYear(), first.getUTCMonth()]
  const timeOfDay = start % dayLength
  const week = start - timeOfDay - ((weekdayOf(start) - dayNames.indexOf(WKST) + 7) % 7) * dayLength
  const bound = (index: number) => {
    if (FREQ === 'DAILY') return start - timeOfDay + index * dayLength
    if (FREQ === 'WEEKLY') return week + index * 7 * dayLength
    return FREQ === 'MONTHLY' ? Date.UTC(year, month + index, 1) : Date.UTC(year + index, 0, 1)
  }
  for (let index = 0; new Date(bound(index)).getUTCFullYear() <= lastYear; index += Number(INTERVAL)) {
    const days = []
    for (let day = bound(index); day < bound(index + 1); day += dayLength) days.push(day + timeOfDay)
    yield days
  }
}

function dayRule({ FREQ, BYMONTH, BYMONTHDAY, BYDAY }: Record<string, string>, start: number) {
  const has = (list: string, number: number) => list.split(',').map(Number).includes(number)
  const first = new Date(start)
  return (time: number) => {
    const date = new Date(time)
    const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
    if (BYMONTH && !has(BYMONTH, month + 1)) return false
    if (BYMONTHDAY && !has(BYMONTHDAY, day) && !has(BYMONTHDAY, day - monthLength(year, month) - 1))
      return false
    if (BYDAY) {
      const isInMonth = FREQ === 'MONTHLY' || BYMONTH !== undefined
      const from = Date.UTC(year, isInMonth ? month : 0, 1)
      const to = isInMonth ? Date.UTC(year, month + 1, 1) : Date.UTC(year + 1, 0, 1)
      const number = Math.floor((time - from) / dayLength / 7) + 1
      const fromEnd = Math.floor((to - 1 - time) / dayLength / 7) + 1
      const name = dayNames[weekdayOf(time)] as string
      return [name, `${number}${name}`, `-${fromEnd}${name}`].some((one) => BYDAY.split(',').includes(one))
    }
    if (BYMONTHDAY || FREQ === 'DAILY') return true
    if (FREQ === 'WEEKLY') return weekdayOf(time) === weekdayOf(start)
    return (
      day === first.getUTCDate() &&
      (FREQ === 'MONTHLY' || BYMONTH !== undefined || month === first.getUTCMonth())
    )
  }
}

function positioned(times: number[], positions: string | undefined) {
  if (!positions) return times
  const numbers = positions.split(',').map(Number)
  return times.filter((_, index) => numbers.includes(index + 1) || numbers.includes(index - times.length))
}

/** A rule of all parts that a series may have. `random` returns a number from 0 to below 1. */
function randomRule(random: () => number) {
  const pick = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)] as T
  const some = <T>(all: readonly T[], most: number) => [
    ...new Set(Array.from({ length: 1 + Math.floor(random() * most) }, () => pick(all))),
  ]
  const FREQ = pick(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'])
  const isLong = FREQ === 'MONTHLY' || FREQ === 'YEARLY'
  const parts: Record<string, unknown> = { FREQ }
  if (random() < 0.5) parts.INTERVAL = 1 + Math.floor(random() ** 3 * 12)
  if (random() < 0.35) parts.BYMONTH = some([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], 4)
  const numbers =
    isLong && (FREQ === 'MONTHLY' || parts.BYMONTH) ? [-5, -4, -1, 1, 2, 5] : [-53, -10, -1, 1, 20, 52, 53]
  if (random() < 0.55)
    parts.BYDAY = some(dayNames, 3).map((day) => (isLong && random() < 0.5 ? `${pick(numbers)}${day}` : day))
  if (FREQ !== 'WEEKLY' && random() < 0.4)
    parts.BYMONTHDAY = some([1, 2, 5, 13, 15, 28, 29, 30, 31, -1, -2, -5, -31], 4)
  if (isLong && (parts.BYDAY || parts.BYMONTHDAY || parts.BYMONTH) && random() < 0.3)
    parts.BYSETPOS = some([1, 2, 3, -1, -2], 2)
  if (random() < 0.3) parts.WKST = pick(dayNames)
  const end = random()
  if (end < 0.3) parts.COUNT = 1 + Math.floor(random() * 30)
  else if (end < 0.5) parts.UNTIL = `20${30 + Math.floor(random() * 9)}0${1 + Math.floor(random() * 9)}15`
  return Object.entries(parts)
    .map(([name, value]) => `${name}=${value}`)
    .join(';')
}

/** Random rules, each with a first start of 2026 or later that it has. */
export function* randomSeries(random: () => number, lastYear: number) {
  for (;;) {
    const repeat = randomRule(random)
    const minute = Math.floor(random() * 525_600)
    const any = new Date(Date.UTC(2026, 0, 1) + minute * 60_000).toISOString().slice(0, 16)
    const { value: startDate } = everyStart(repeat, any, lastYear).next()
    // A rule with BYSETPOS may start elsewhere in the first period when its first start is another one.
    if (startDate && everyStart(repeat, startDate, lastYear).next().value === startDate)
      yield { repeat, startDate }
  }
}

/** Random numbers from 0 to below 1 that a seed repeats (mulberry32). */
export function seeded(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
