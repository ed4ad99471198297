import { expect, test } from 'vitest'
import { isEmbedded } from '~/base/db/db.server'
import { createBud, signedIn } from '../../support/factories'
import { allRows } from '../history/model'
import { apply, card, dryRun, undo } from './support'

const count = Number(process.env.IMPORT_CARDS ?? 1_200)

const cards = Array.from({ length: count }, (_, n) =>
  card(
    `N:Surname${n};Given${n};;;`,
    `FN:Given${n} Surname${n}`,
    `EMAIL;TYPE=WORK:person${n}@example.org`,
    `EMAIL;TYPE=HOME:home${n}@example.net`,
    `TEL;TYPE=CELL:+44 7700 ${String(900_000 + n)}`,
    `ADR;TYPE=HOME:;;${n} High Street;Bath;Somerset;BA1 ${n};United Kingdom`,
    'BDAY:1985-04-12',
    'ORG:Company',
    'TITLE:Engineer',
    `NOTE:Met at the market\\, number ${n}`,
  ),
).join('')

/** Milliseconds of each request while `work` runs, one after the other. */
async function latenciesDuring(client: Awaited<ReturnType<typeof signedIn>>, work: Promise<unknown>) {
  const times: number[] = []
  let isDone = false
  void work.finally(() => {
    isDone = true
  })
  while (!isDone) {
    const start = performance.now()
    await client.get('/api/v1/buds?limit=10')
    times.push(performance.now() - start)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return times.sort((a, b) => a - b)
}

const p95 = (times: number[]) => times[Math.floor(times.length * 0.95)] ?? 0

test('10,000 people are read, imported and taken back in time, while other requests are answered', async () => {
  const [user, other] = [await signedIn(), await signedIn()]
  for (let n = 0; n < 20; n++) await createBud(other.user)
  for (let n = 0; n < count * 0.3; n += 10)
    await createBud(user.user, {
      Firstname: `Given${n}`,
      emails: [{ label: '', value: `person${n}@example.org` }],
    })
  const before = await allRows(user.user._id)
  const idle = await latenciesDuring(other, new Promise((resolve) => setTimeout(resolve, 2_000)))
  const memory = process.memoryUsage().rss
  const report: Record<string, unknown> = { isEmbedded, count, idle: [p95(idle), idle.at(-1)] }
  async function measure<T>(name: string, work: () => Promise<T>) {
    const start = performance.now()
    const promise = work()
    const times = await latenciesDuring(other, promise)
    report[name] = {
      seconds: (performance.now() - start) / 1_000,
      p95: p95(times),
      max: times.at(-1),
      memory: (process.memoryUsage().rss - memory) / 1e6,
    }
    return promise
  }
  const job = await measure('dryRun', () => dryRun(user, cards))
  await measure('apply', () => apply(user, job._id))
  await measure('undo', () => undo(user, job._id))
  process.stdout.write(`${JSON.stringify(report)}\n`)
  expect(await allRows(user.user._id)).toEqual(before)
}, 600_000)
