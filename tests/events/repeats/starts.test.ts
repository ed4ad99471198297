import { describe, expect, test } from 'vitest'
import { type Preset, presetOf, presets, repeatOf } from '~/events/repeats/repeat'
import { readRepeat } from '~/events/repeats/repeat-rule.server'
import { repeatWords } from '~/events/repeats/repeat-words'
import { startsFrom } from '~/events/repeats/starts'

/** The first starts from `from` on. */
function firstStarts(
  repeat: string,
  startDate: string,
  { from = startDate, skipped = [] as string[], most = 4 } = {},
) {
  const starts = []
  for (const start of startsFrom({ repeat, startDate, skipped }, from)) {
    starts.push(start)
    if (starts.length === most) break
  }
  return starts
}

describe('the starts of a series', () => {
  test.each([
    ['FREQ=WEEKLY', '2026-12-01T19:00', ['2026-12-01', '2026-12-08', '2026-12-15', '2026-12-22']],
    ['FREQ=MONTHLY;BYDAY=1SU', '2026-12-06T12:00', ['2026-12-06', '2027-01-03', '2027-02-07', '2027-03-07']],
    ['FREQ=WEEKLY;INTERVAL=2', '2026-12-05T09:00', ['2026-12-05', '2026-12-19', '2027-01-02', '2027-01-16']],
    ['FREQ=MONTHLY', '2026-12-31T09:00', ['2026-12-31', '2027-01-31', '2027-03-31', '2027-05-31']],
    ['FREQ=YEARLY', '2028-02-29T09:00', ['2028-02-29', '2032-02-29', '2036-02-29', '2040-02-29']],
    [
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
      '2026-12-31T17:00',
      ['2026-12-31', '2027-01-29', '2027-02-26', '2027-03-31'],
    ],
    ['FREQ=DAILY;COUNT=2', '2026-12-31T17:00', ['2026-12-31', '2027-01-01']],
    ['FREQ=DAILY;UNTIL=20270101', '2026-12-31T17:00', ['2026-12-31', '2027-01-01']],
    ['FREQ=DAILY;UNTIL=20270101T165900', '2026-12-31T17:00', ['2026-12-31']],
    [
      'FREQ=YEARLY;BYDAY=53SU,1FR',
      '2027-01-01T17:00',
      ['2027-01-01', '2028-01-07', '2028-12-31', '2029-01-05'],
    ],
    [
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,TU;WKST=SU',
      '2026-12-01T17:00',
      ['2026-12-01', '2026-12-13', '2026-12-15', '2026-12-27'],
    ],
  ])('%s from %s', (repeat, startDate, days) => {
    const time = startDate.slice(10)
    expect(firstStarts(repeat, startDate)).toEqual(days.map((day) => day + time))
  })

  test('leave out what is skipped, and begin where they are asked for', () => {
    const options = { from: '2030-01-01T00:00', skipped: ['2030-01-08T19:00'], most: 2 }
    expect(firstStarts('FREQ=WEEKLY', '2026-12-01T19:00', options)).toEqual([
      '2030-01-01T19:00',
      '2030-01-15T19:00',
    ])
  })

  test('a skipped start counts for COUNT', () => {
    const skipped = ['2026-12-08T19:00']
    expect(firstStarts('FREQ=WEEKLY;COUNT=3', '2026-12-01T19:00', { skipped })).toEqual([
      '2026-12-01T19:00',
      '2026-12-15T19:00',
    ])
  })
})

describe('a rule', () => {
  test('is stored with its parts in order', () => {
    expect(readRepeat(' byday=tu;freq=weekly ', '2026-12-01T19:00')).toEqual({
      repeat: 'FREQ=WEEKLY;BYDAY=TU',
    })
  })

  test.each([
    ['', 'repeat has a part that is not supported: '],
    ['WEEKLY', 'repeat has a part that is not supported: WEEKLY'],
    ['FREQ=HOURLY', 'repeat has no valid FREQ'],
    ['INTERVAL=2', 'repeat needs FREQ'],
    ['FREQ=WEEKLY;FREQ=DAILY', 'repeat has FREQ twice'],
    ['FREQ=WEEKLY;INTERVAL=0', 'repeat has no valid INTERVAL'],
    ['FREQ=WEEKLY;INTERVAL=100', 'repeat has no valid INTERVAL'],
    ['FREQ=WEEKLY;COUNT=1000', 'repeat has no valid COUNT'],
    ['FREQ=WEEKLY;COUNT=3;UNTIL=20270101', 'repeat has UNTIL or COUNT, not both'],
    ['FREQ=WEEKLY;UNTIL=20271301', 'repeat has no valid UNTIL'],
    ['FREQ=WEEKLY;UNTIL=20310230', 'repeat has no valid UNTIL'],
    ['FREQ=WEEKLY;UNTIL=20310229T120000', 'repeat has no valid UNTIL'],
    ['FREQ=WEEKLY;UNTIL=20310301T240000', 'repeat has no valid UNTIL'],
    ['FREQ=WEEKLY;UNTIL=20310301T120060', 'repeat has no valid UNTIL'],
    ['FREQ=WEEKLY;UNTIL=00000301', 'repeat has no valid UNTIL'],
    ['FREQ=WEEKLY;UNTIL=20310301T180000Z', 'repeat has no valid UNTIL'],
    ['FREQ=WEEKLY;UNTIL=20261130', 'The last day must not be before the start'],
    ['FREQ=WEEKLY;BYDAY=1TU', 'repeat has numbers in BYDAY only with MONTHLY or YEARLY'],
    ['FREQ=WEEKLY;BYMONTHDAY=1', 'repeat has BYMONTHDAY, but not with WEEKLY'],
    ['FREQ=WEEKLY;BYDAY=TU,TH;BYSETPOS=1', 'repeat has BYSETPOS, but not with WEEKLY'],
    ['FREQ=MONTHLY;BYSETPOS=1', 'repeat has BYSETPOS only with another BY part'],
    ['FREQ=MONTHLY;BYHOUR=1', 'repeat has a part that is not supported: BYHOUR=1'],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'The start must be one of the times of repeat'],
    ['FREQ=WEEKLY;BYDAY=WE', 'The start must be one of the times of repeat'],
  ])('%s is refused: %s', (value, error) => {
    expect(readRepeat(value, '2026-12-01T19:00')).toEqual({ error })
  })

  test.each([
    ['FREQ=WEEKLY', 'Every week'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU', 'Every 2 weeks on Tuesday and Sunday'],
    ['FREQ=MONTHLY;BYDAY=1SU', 'Every month on the first Sunday'],
    ['FREQ=MONTHLY;BYMONTHDAY=22,-2', 'Every month on the 22nd and second to last'],
    ['FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU;COUNT=3', 'Every year on the last Sunday in March, 3 times'],
    ['FREQ=DAILY;UNTIL=20270301', 'Every day, until 1 Mar 2027'],
  ])('%s says: %s', (repeat, words) => expect(repeatWords(repeat)).toBe(words))

  test.each(Object.keys(presets) as Preset[])('%s is known again in the form, with its end', (preset) => {
    for (const end of [null, { until: '2027-03-01' }, { count: 5 }])
      expect(presetOf(repeatOf(preset, '2026-12-29T19:00', end), '2026-12-29T19:00')).toEqual({ preset, end })
  })

  test.each<[string, Preset]>([
    ['FREQ=DAILY;INTERVAL=1', 'DAILY'],
    ['FREQ=WEEKLY;BYDAY=TU', 'WEEKLY'],
    ['FREQ=WEEKLY;INTERVAL=1;BYDAY=TU;WKST=SU', 'WEEKLY'],
    ['FREQ=WEEKLY;UNTIL=20270301;INTERVAL=2;BYDAY=TU;WKST=SU', 'FORTNIGHTLY'],
    ['FREQ=MONTHLY;BYMONTHDAY=29', 'MONTHLY_BY_DAY'],
    ['FREQ=MONTHLY;BYDAY=TU;BYSETPOS=-1', 'MONTHLY_BY_WEEKDAY'],
    ['FREQ=YEARLY;BYMONTH=12', 'YEARLY'],
    ['FREQ=YEARLY;COUNT=5;BYMONTHDAY=29;BYMONTH=12', 'YEARLY'],
  ])('%s is %s in the form', (repeat, preset) => {
    expect(readRepeat(repeat, '2026-12-29T19:00')).toEqual({ repeat })
    expect(presetOf(repeat, '2026-12-29T19:00').preset).toBe(preset)
  })

  test.each([
    'FREQ=DAILY;INTERVAL=3',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU',
    'FREQ=MONTHLY;BYDAY=5TU',
    'FREQ=MONTHLY;BYDAY=-1TU;BYMONTHDAY=29',
    'FREQ=MONTHLY;BYMONTHDAY=-3',
    'FREQ=YEARLY;BYMONTHDAY=29',
    'FREQ=YEARLY;BYMONTH=3,12',
  ])('%s is none of the form', (repeat) => {
    expect(readRepeat(repeat, '2026-12-29T19:00')).toEqual({ repeat })
    expect(presetOf(repeat, '2026-12-29T19:00').preset).toBeUndefined()
  })
})
