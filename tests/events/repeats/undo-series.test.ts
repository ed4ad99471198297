import { and, eq, isNotNull } from 'drizzle-orm'
import fc from 'fast-check'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { UserError } from '~/base/node/errors'
import { listChanges } from '~/data/history/history.server'
import { undoChange } from '~/data/history/undo.server'
import { eventInput } from '~/events/events/event-input.server'
import { listEventsBetween } from '~/events/events/event-range.server'
import { createEvent } from '~/events/events/events.server'
import { deleteAt, updateAt } from '~/events/events/series.server'
import { later } from '~/events/repeats/occurrences'
import { assertSeries } from '~/events/repeats/repeat-rule.server'
import { changes, events } from '~drizzle/schema'
import { allRows } from '../../data/history/model'
import { createBud, createUser } from '../../support/factories'
import { timeout as base, options } from '../../support/fuzz'

/** `npm run quality -- history` makes many more. */
const isFull = process.env.FULL_RUN === '1'
const runs = { ...options, numRuns: isFull ? 300 : Math.ceil(options.numRuns / 2) }
const timeout = base + 15_000 * runs.numRuns

const kinds = ['edit', 'remove', 'move', 'rule', 'attend', 'end', 'skip', 'taken', 'taken', 'create'] as const
const scopes = ['this', 'this', 'this', 'following', 'all', undefined] as const

const step = fc.record({
  kind: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('edit' as const, 'remove' as const, 'taken' as const) },
    { weight: 2, arbitrary: fc.constantFrom(...kinds) },
  ),
  scope: fc.constantFrom(...scopes),
  pick: fc.nat(20),
  value: fc.nat(3),
})
type Step = { kind: (typeof kinds)[number]; scope: (typeof scopes)[number]; pick: number; value: number }

const steps = fc.array(step, { minLength: 4, maxLength: isFull ? 30 : 14 })
const rules = [
  'FREQ=WEEKLY',
  'FREQ=WEEKLY;COUNT=6',
  'FREQ=DAILY;UNTIL=20301220',
  'FREQ=WEEKLY;UNTIL=20301231',
]
const range = { from: '2030-11-20T00:00', to: '2031-01-10T00:00' }
const choir = { Name: 'Choir', Location: 'Bath', Eventtype: 'Other', startDate: '2030-12-03T19:00' }

type Owner = { _id: string; budId: string }

const rowsOf = (ownerId: string) =>
  db.select().from(events).where(eq(events.ownerId, ownerId)).orderBy(events._id)
const shownTo = async (ownerId: string) => (await listEventsBetween(ownerId, range)).events

/** Does one random write. What the app refuses is none. */
async function write({ _id, budId }: Owner, { kind, scope, pick, value }: Step) {
  const shown = await shownTo(_id)
  const rows = await rowsOf(_id)
  const one = shown.filter(({ occurrence, series }) => occurrence && !series)[pick]
  const series = one ?? rows.find(({ repeat }) => repeat !== null)
  const takenOut = rows.filter((row) => row.series !== null)
  const single = takenOut[pick % Math.max(1, takenOut.length)]
  const at = one?.occurrence && scope ? { occurrence: one.occurrence, scope } : {}
  const name = { Name: `Name ${value}` }
  const moved = (minutes: number, { startDate, endDate }: { startDate: string; endDate: string }) => ({
    startDate: later(startDate, minutes),
    endDate: later(endDate, minutes),
  })
  if (kind === 'create' || !series) {
    const repeat = rules[value]
    const input = { ...choir, endDate: '2030-12-03T21:00', repeat, selectedBuds: value ? [budId] : [] }
    return void (await createEvent(_id, eventInput.parse(input)))
  }
  if (kind === 'taken' && !single) return
  if (kind === 'edit') await updateAt(_id, series._id, name, at)
  else if (kind === 'remove') await deleteAt(_id, series._id, at)
  else if (kind === 'move') {
    const shift = [60, -60, 45, 30][value] as number
    const from = 'occurrence' in at ? series : rows.find((row) => row._id === series._id)
    if (from) await updateAt(_id, series._id, moved(shift, from), at)
  } else if (kind === 'rule') await updateAt(_id, series._id, { repeat: rules[value] }, {})
  else if (kind === 'attend') await updateAt(_id, series._id, { selectedBuds: value % 2 ? [] : [budId] }, at)
  else if (kind === 'end') await updateAt(_id, series._id, { repeat: null }, {})
  else if (kind === 'skip') await updateAt(_id, series._id, { skipped: [] }, {})
  else if (single && value === 0) await deleteAt(_id, single._id, {})
  else if (single && value === 1) await updateAt(_id, single._id, moved(24 * 60 + 7, single), {})
  else if (single) await updateAt(_id, single._id, name, {})
}

const newest = async (ownerId: string) =>
  (await listChanges(ownerId, { type: '', of: '', page: 1, limit: 1 })).changes[0]?._id

const daysShown = async (ownerId: string) =>
  new Set((await shownTo(ownerId)).map(({ startDate }) => startDate.slice(0, 10)))

type Write = { id: string; rows: string[]; removed: string[] }

/** The writes of random steps, each with the rows before it, and the days on which nothing is left after it. */
async function writeAll(all: Step[]) {
  const { _id } = await createUser()
  const bud = await createBud({ _id }, { Firstname: 'Ada' })
  const owner = { _id, budId: bud._id }
  const writes: Write[] = []
  for (const one of [{ kind: 'create', scope: undefined, pick: 0, value: 0 } as Step, ...all]) {
    const [rows, days, last] = [await allRows(_id), await daysShown(_id), await newest(_id)]
    await write(owner, one).catch((error) => {
      if (!(error instanceof UserError)) throw error
    })
    await expectWhole(_id)
    const id = await newest(_id)
    const after = await daysShown(_id)
    if (id && id !== last) writes.push({ id, rows, removed: [...days].filter((day) => !after.has(day)) })
  }
  return { _id, writes }
}

/** What no write and no undo may break. */
async function expectWhole(ownerId: string) {
  const rows = await rowsOf(ownerId)
  for (const row of rows) {
    assertSeries(row)
    expect(row.endDate >= row.startDate).toBe(true)
    if (row.series === null) continue
    const series = rows.find(({ _id }) => _id === row.series)
    expect(series?.skipped).toContain(row.occurrence)
  }
  const starts = (await shownTo(ownerId)).flatMap(({ _id, series, occurrence }) =>
    occurrence ? [`${series ?? _id} ${occurrence}`] : [],
  )
  expect(starts).toEqual([...new Set(starts)])
}

test('undoing the last changes of series restores all rows, byte for byte, and undoing that does too', {
  timeout,
}, async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.nat(40), async (all, n) => {
      const { _id, writes } = await writeAll(all)
      const last = writes.slice(-(n % (writes.length + 1)) || writes.length)
      const latest = await allRows(_id)
      const undos: { id: string | undefined; rows: string[] }[] = []
      for (const { id, rows } of last.toReversed()) {
        const before = await allRows(_id)
        const { kept, changeId } = await undoChange(_id, id)
        expect(kept).toEqual([])
        expect(await allRows(_id)).toEqual(rows)
        undos.push({ id: changeId, rows: before })
      }
      for (const { id, rows } of undos.toReversed()) {
        expect((await undoChange(_id, id ?? '')).kept).toEqual([])
        expect(await allRows(_id)).toEqual(rows)
      }
      expect(await allRows(_id)).toEqual(latest)
    }),
    runs,
  )
})

test('undoing changes of series in any order leaves them whole, and brings back what it does not name', {
  timeout,
}, async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.array(fc.nat(40), { minLength: 1, maxLength: 8 }), async (all, picks) => {
      const { _id, writes } = await writeAll(all)
      const done = [...writes]
      for (const pick of picks) {
        const chosen = done[pick % Math.max(1, done.length)]
        if (!chosen) return
        const [rows, days] = [await allRows(_id), await daysShown(_id)]
        const undone = await undoChange(_id, chosen.id).catch((error) => {
          if (!(error instanceof UserError)) throw error
        })
        if (!undone) continue
        await expectWhole(_id)
        const now = await daysShown(_id)
        const since = new Set(done.slice(done.indexOf(chosen) + 1).flatMap(({ removed }) => removed))
        const missing = chosen.removed.filter((day) => !now.has(day) && !since.has(day))
        if (undone.kept.length === 0) expect(missing).toEqual([])
        if (!undone.changeId) continue
        done.push({ id: undone.changeId, rows, removed: [...days].filter((day) => !now.has(day)) })
      }
    }),
    runs,
  )
})

/** More rows than one transaction takes back. */
test('a large split is undone as a whole, or stays as a whole', async () => {
  const { _id } = await createUser()
  const skipped = Array.from({ length: 500 }, (_, n) => later('2031-01-01T19:00', n * 24 * 60))
  const input = { ...choir, endDate: '2030-12-03T21:00', repeat: 'FREQ=DAILY', skipped, selectedBuds: [] }
  const series = await createEvent(_id, eventInput.parse(input))
  await db.insert(events).values(
    skipped.map((startDate) => ({
      ...{ ownerId: _id, _id: uuid(), Name: 'Party', Location: 'Bath', Eventtype: 'Other' as const },
      ...{ startDate, endDate: startDate, series: series._id, occurrence: startDate },
    })),
  )
  const before = await allRows(_id)
  const change = { startDate: '2030-12-10T20:00', endDate: '2030-12-10T22:00' }
  const at = { occurrence: '2030-12-10T19:00', scope: 'following' } as const
  const half = await updateAt(_id, series._id, change, at)
  const after = await allRows(_id)
  const id = (await newest(_id)) ?? ''
  const isUndoing = and(eq(changes.ownerId, _id), isNotNull(changes.position))
  const undo = async () => {
    expect((await undoChange(_id, id)).isUnfinished).toBe(true)
    await expect.poll(() => db.$count(changes, isUndoing), { timeout }).toBe(0)
  }
  await undo()
  expect(await allRows(_id)).toEqual(before)
  await undoChange(_id, (await newest(_id)) ?? '')
  expect(await allRows(_id)).toEqual(after)
  await updateAt(_id, half._id, { Location: 'Bristol' }, {})
  const edited = await allRows(_id)
  await undo()
  expect(await allRows(_id)).toEqual(edited)
}, 120_000)
