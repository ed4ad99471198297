import { expect, test } from 'vitest'
import { readRepeat } from '~/events/repeats/repeat-rule.server'
import { startsFrom } from '~/events/repeats/starts'
import { everyStart, randomSeries, seeded } from '../../support/random-rules'

/** `npm run quality -- repeats` tries 10,000. */
const rules = Number(process.env.RANDOM_RULES ?? 300)
const seed = Number(process.env.SEED ?? 20_261_127)
const [lastYear, most] = [2045, 25]

test(`${rules} random rules start as if all days were tried, from any time on`, () => {
  const random = seeded(seed)
  for (const { repeat, startDate } of take(randomSeries(random, lastYear), rules)) {
    const expected = take(everyStart(repeat, startDate, lastYear), most)
    expect(readRepeat(repeat, startDate), repeat).toHaveProperty('repeat')
    const some = expected[Math.floor(random() * expected.length)] as string
    for (const from of [startDate, some]) {
      const wanted = expected.filter((start) => start >= from)
      const upTo = (starts: Iterable<string>) => take(starts, wanted.length).filter((start) => start < '2046')
      const skipped = wanted.filter(() => random() < 0.1)
      const series = { repeat, startDate, skipped: [] }
      expect(upTo(startsFrom(series, from)), `${repeat} ${startDate} ${from}`).toEqual(wanted)
      const rest = wanted.filter((start) => !skipped.includes(start))
      expect(take(startsFrom({ ...series, skipped }, from), rest.length)).toEqual(rest)
      const repeatUntil = wanted.at(-1) as string
      expect(take(startsFrom({ ...series, repeatUntil }, from), most + 1)).toEqual(wanted)
    }
  }
})

function take<T>(all: Iterable<T>, most: number) {
  const taken: T[] = []
  for (const one of all) {
    if (taken.length === most) break
    taken.push(one)
    if (taken.length === most) break
  }
  return taken
}
