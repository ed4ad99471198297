import { expect, test } from 'vitest'
import { later } from '~/events/repeats/occurrences'
import { startsFrom } from '~/events/repeats/starts'
import { signedIn } from '../../support/factories'

const day = 24 * 60
/** The minutes that an occurrence lasts, by the rule of its series. */
const lengths = {
  'FREQ=DAILY;INTERVAL=3': 0,
  'FREQ=DAILY;INTERVAL=9': 20 * day,
  'FREQ=WEEKLY': 90,
  'FREQ=MONTHLY': 60,
  'FREQ=MONTHLY;INTERVAL=3': 4 * day,
  'FREQ=YEARLY': 30,
  'FREQ=YEARLY;INTERVAL=2': 2 * day,
}
const midnight = `${new Date().toISOString().slice(0, 10)}T00:00`

test('any range before and after now has the occurrences that overlap it, and no others', async () => {
  const owner = await signedIn()
  const start = later(midnight, -900 * day - 5 * 60)
  const series = Object.entries(lengths).map(([repeat, length], n) => {
    const startDate = later(start, n * day)
    const starts = startsFrom({ repeat, startDate, skipped: [] }, later(midnight, -20 * day))
    const skipped = repeat.includes('INTERVAL') ? [] : [1, 2, 3].map(() => String(starts.next().value))
    return { repeat, startDate, length, skipped }
  })
  for (const { repeat, startDate, length, skipped } of series) {
    const times = { startDate, endDate: later(startDate, length) }
    const event = { Name: repeat, Location: 'Bath', Eventtype: 'Social', ...times, repeat, skipped }
    expect((await owner.post('/api/v1/events', event)).status).toBe(201)
  }
  for (let at = -950; at < 950; at += 13) {
    const from = later(midnight, at * day)
    const to = later(from, ([1, 7, 40][Math.abs(at) % 3] as number) * day)
    const expected = series.flatMap(({ repeat, startDate, length, skipped }) => {
      const found = []
      for (const one of startsFrom({ repeat, startDate, skipped }, startDate)) {
        if (one >= to) break
        if (later(one, length) > from || one >= from) found.push(`${one} ${repeat}`)
      }
      return found
    })
    const { body } = await owner.get(`/api/v1/events?from=${from}&to=${to}`)
    const listed = body.events.map((one: Record<string, string>) => `${one.startDate} ${one.Name}`)
    expect(listed.sort(), `${from} to ${to}`).toEqual(expected.sort())
  }
})
