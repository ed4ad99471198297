import { describe, expect, test } from 'vitest'
import { movedSeries } from '~/events/events/moved-series.server'
import { later } from '~/events/repeats/occurrences'
import { type Preset, presets, repeatOf } from '~/events/repeats/repeat'
import { startsFrom } from '~/events/repeats/starts'
import { seeded } from '../../support/random-rules'

const hour = 60
const at19 = (...days: string[]) => days.map((day) => `${day}T19:00`)

/** A series that is moved to another start: its rule, what it leaves out, and its first starts. */
function moved(repeat: string, from: string, to: string, skipped: string[] = [], change = {}) {
  const series = {
    ...{ _id: 'id', series: null, repeat, skipped },
    ...{ startDate: from, endDate: later(from, 2 * hour) },
  }
  const after = movedSeries(series, { startDate: to, endDate: later(to, 2 * hour), ...change })
  return {
    repeat: after.repeat,
    skipped: after.skipped,
    starts: firstStarts(after.repeat ?? '', to, after.skipped),
  }
}

function firstStarts(repeat: string, startDate: string, skipped: string[] = [], most = 4) {
  const starts: string[] = []
  for (const start of startsFrom({ repeat, startDate, skipped }, startDate))
    if (starts.push(start) === most) break
  return starts
}

describe('the end of a rule that moves', () => {
  test('keeps its time of day', () => {
    expect(moved('FREQ=WEEKLY;UNTIL=20301217T120000', '2030-12-03T19:00', '2030-12-03T19:01')).toEqual({
      repeat: 'FREQ=WEEKLY;UNTIL=20301217T120100',
      skipped: [],
      starts: ['2030-12-03T19:01', '2030-12-10T19:01'],
    })
  })

  test.each([
    // The first Wednesday of January is before the first Tuesday.
    ['1TU', '1WE', '20310101', '20301204', '2030-12-03', '2030-12-04', 1],
    ['1WE', '1TU', '20310101', '20310107', '2030-12-04', '2030-12-03', 2],
    ['1WE', '1TU', '20310101T200000', '20310107T190000', '2030-12-04', '2030-12-03', 2],
    ['1TU', '1WE', '20310120', '20310121', '2030-12-03', '2030-12-04', 2],
  ])('%s to %s until %s keeps as many starts', (by, newBy, until, newUntil, from, to, times) => {
    const { repeat, starts } = moved(
      `FREQ=MONTHLY;UNTIL=${until};BYDAY=${by}`,
      `${from}T19:00`,
      `${to}T19:00`,
    )
    expect(repeat).toBe(`FREQ=MONTHLY;UNTIL=${newUntil};BYDAY=${newBy}`)
    expect(starts).toHaveLength(times)
  })

  test('stays as it is written if the start does', () => {
    const repeat = 'FREQ=WEEKLY;UNTIL=20301217T120059;BYDAY=TU'
    expect(moved(repeat, '2030-12-03T19:00', '2030-12-03T19:00').repeat).toBe(repeat)
  })

  test('is the same if its last start is left out', () => {
    const [from, to] = at19('2030-12-03', '2030-12-04') as [string, string]
    expect(moved('FREQ=WEEKLY;UNTIL=20301224', from, to, at19('2030-12-24'))).toMatchObject({
      repeat: 'FREQ=WEEKLY;UNTIL=20301225',
      skipped: at19('2030-12-25'),
    })
  })

  test('of two days a week keeps as many starts', () => {
    const { repeat, starts } = moved(
      'FREQ=WEEKLY;UNTIL=20301212;BYDAY=TU,TH',
      ...(['2030-12-03T19:00', '2030-12-05T19:00'] as const),
    )
    expect(repeat).toBe('FREQ=WEEKLY;UNTIL=20301217;BYDAY=TU,TH')
    expect(starts).toEqual(at19('2030-12-05', '2030-12-10', '2030-12-12', '2030-12-17'))
  })
})

describe('what is left out moves along', () => {
  test.each([
    'FREQ=MONTHLY;BYDAY=1TU 2030-12-03 2031-01-07 to FREQ=MONTHLY;BYDAY=1WE 2030-12-04 2031-01-01',
    'FREQ=MONTHLY;BYDAY=-1FR 2030-11-29 2031-01-31 to FREQ=MONTHLY;BYDAY=-1SA 2030-11-30 2031-01-25',
    'FREQ=MONTHLY;BYDAY=-1SA 2030-11-30 2030-12-28 to FREQ=MONTHLY;BYDAY=1SU 2030-12-01 2031-01-05',
    'FREQ=MONTHLY;BYDAY=1TU 2030-12-03 2180-12-05 to FREQ=MONTHLY;BYDAY=1WE 2030-12-04 2180-12-06',
    // A month has no 30th, or no 31st.
    'FREQ=MONTHLY 2030-12-30 2031-04-30 to FREQ=MONTHLY 2031-01-01 2031-05-01',
    'FREQ=MONTHLY 2030-12-31 2031-05-31 to FREQ=MONTHLY 2030-12-30 2031-05-30',
    'FREQ=MONTHLY;BYMONTHDAY=30 2030-12-30 2031-04-30 to FREQ=MONTHLY 2030-12-29 2031-04-29',
    'FREQ=MONTHLY;INTERVAL=3 2031-01-31 2031-07-31 to FREQ=MONTHLY;INTERVAL=3 2031-01-30 2031-07-30',
    'FREQ=YEARLY 2031-02-28 2032-02-28 to FREQ=YEARLY 2031-03-01 2032-03-01',
    'FREQ=YEARLY;BYMONTHDAY=31;BYMONTH=12 2030-12-31 2031-12-31 to FREQ=YEARLY 2031-01-01 2032-01-01',
    // The rule stays, and the second start remains the second.
    'FREQ=WEEKLY;BYDAY=TU,TH 2030-12-03 2030-12-05 to FREQ=WEEKLY;BYDAY=TU,TH 2030-12-05 2030-12-10',
    'FREQ=YEARLY;BYMONTH=3,12 2030-12-03 2031-03-03 to FREQ=YEARLY;BYMONTH=3,12 2031-03-03 2031-12-03',
    'FREQ=DAILY;BYDAY=MO,TU,FR 2030-12-02 2030-12-06 to FREQ=DAILY;BYDAY=MO,TU,FR 2030-12-03 2030-12-09',
  ])('%s', (text) => {
    const [repeat = '', from, out = '', , newRepeat, to, newOut] = text.split(' ')
    const after = moved(repeat, `${from}T19:00`, `${to}T20:00`, at19(out))
    expect(after).toMatchObject({ repeat: newRepeat, skipped: [`${newOut}T20:00`] })
    expect(after.starts[0]).toBe(`${to}T20:00`)
  })

  test('and with a rule that a form sends for the new start', () => {
    const repeat = 'FREQ=MONTHLY;COUNT=5;BYDAY=1WE'
    const [from, to] = at19('2030-12-03', '2030-12-04') as [string, string]
    expect(moved('FREQ=MONTHLY;BYDAY=1TU', from, to, at19('2031-01-07'), { repeat })).toMatchObject({
      repeat,
      skipped: at19('2031-01-01'),
    })
  })

  test('but stays on its day under another rule', () => {
    const [from] = at19('2030-12-03') as [string]
    const change = { repeat: 'FREQ=DAILY' }
    expect(moved('FREQ=WEEKLY', from, from, at19('2030-12-10'), change).skipped).toEqual(at19('2030-12-10'))
  })

  test('and is forgotten where the new rule has no start', () => {
    const [from, to] = at19('2031-01-28', '2031-01-31') as [string, string]
    expect(moved('FREQ=MONTHLY', from, to, at19('2031-02-28', '2031-03-28')).skipped).toEqual(
      at19('2031-03-31'),
    )
  })
})

describe('a rule as phones write it', () => {
  test.each([
    ['FREQ=WEEKLY;BYDAY=TU', '2030-12-04', 'FREQ=WEEKLY'],
    ['FREQ=WEEKLY;COUNT=5;INTERVAL=2;BYDAY=TU;WKST=SU', '2030-12-04', 'FREQ=WEEKLY;COUNT=5;INTERVAL=2'],
    ['FREQ=MONTHLY;BYMONTHDAY=3', '2030-12-04', 'FREQ=MONTHLY'],
    ['FREQ=MONTHLY;BYDAY=TU;BYSETPOS=1', '2030-12-04', 'FREQ=MONTHLY;BYDAY=1WE'],
    ['FREQ=YEARLY;BYMONTHDAY=3;BYMONTH=12', '2030-12-04', 'FREQ=YEARLY'],
    // It stays as it is typed where the new start meets it.
    ['FREQ=WEEKLY;INTERVAL=1;BYDAY=TU', '2030-12-10', 'FREQ=WEEKLY;INTERVAL=1;BYDAY=TU'],
    ['FREQ=MONTHLY;UNTIL=20310201;BYMONTHDAY=3', '2031-01-03', 'FREQ=MONTHLY;UNTIL=20310203;BYMONTHDAY=3'],
  ])('%s moves to %s', (repeat, to, wanted) => {
    expect(moved(repeat, '2030-12-03T19:00', `${to}T19:00`).repeat).toBe(wanted)
  })

  test.each([
    ['2030-12-28', 'FREQ=MONTHLY;BYDAY=-1SA'],
    ['2030-12-30', 'FREQ=MONTHLY;BYDAY=-1MO'],
    ['2030-12-20', 'FREQ=MONTHLY;BYDAY=3FR'],
  ])('the last Friday, which is the fourth, moves to %s', (to, wanted) => {
    expect(moved('FREQ=MONTHLY;BYDAY=-1FR', '2030-12-27T19:00', `${to}T19:00`).repeat).toBe(wanted)
  })

  test('is 400 for a start that another rule does not meet', () => {
    expect(() => moved('FREQ=WEEKLY;BYDAY=TU,TH', '2030-12-03T19:00', '2030-12-04T19:00')).toThrow(
      'The start must be one of the times of repeat',
    )
  })
})

test('300 random moves of rules of the form keep the number of starts, and which of them are left out', () => {
  const random = seeded(20_301_203)
  const below = (number: number) => Math.floor(random() * number)
  const time = () =>
    `${2030 + below(3)}-${below(3) + 10}-${below(18) + 11}T${below(14) + 10}:${below(50) + 10}`
  for (let n = 0; n < 300; n += 1) {
    const [from, to, last] = [time(), time(), time()]
    const until = last.slice(0, random() < 0.5 ? 10 : 16)
    const end = last < from ? { count: 1 + below(20) } : { until }
    const repeat = repeatOf(Object.keys(presets)[below(6)] as Preset, from, end)
    const before = firstStarts(repeat, from, [], 30)
    const left = before.map((_, n) => n).filter(() => random() < 0.3)
    const { repeat: newRepeat, skipped } = moved(
      repeat,
      from,
      to,
      left.map((n) => before[n] as string),
    )
    const after = firstStarts(newRepeat ?? '', to, [], 30)
    expect(after, `${repeat} from ${from} to ${to}`).toHaveLength(before.length)
    expect(skipped).toEqual(left.map((n) => after[n]))
  }
})
