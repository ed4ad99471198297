import { and, eq, getTableName, type SQL, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { ownRowTables } from '~/data/history/audited-tables.server'
import { listChanges } from '~/data/history/history.server'
import { undoChange } from '~/data/history/undo.server'
import { createRelations } from '~/people/relations/relations.server'
import { changeRows, recordTables } from '~drizzle/schema'
import { createUser } from '../../support/factories'
import { timeout as base, options } from '../../support/fuzz'
import { allRows, contents, readState, remove, type State, type Step, undone, write, written } from './model'

/** `npm run quality -- history` makes 10,000 writes. */
const isFull = process.env.FULL_RUN === '1'

/** Few records of each kind, so that later writes often touch what an earlier one has written. */
const step: fc.Arbitrary<Step> = fc.record({
  record: fc.constantFrom('bud', ...written),
  verb: fc.oneof(
    { weight: 3, arbitrary: fc.constant('add' as const) },
    { weight: 8, arbitrary: fc.constant('change' as const) },
    { weight: 2, arbitrary: fc.constant('remove' as const) },
  ),
  pick: fc.nat(3),
  value: fc.nat(5),
  members: fc.array(fc.nat(3), { maxLength: 3 }),
})
const first = (['bud', 'bud', ...written] as const).map(
  (record, n): Step => ({ record, verb: 'add', pick: 0, value: n, members: [n] }),
)
const later = fc.array(step, { minLength: 8, maxLength: isFull ? 60 : 25 })
const steps = later.map((all) => [...first, ...all])

/** Each case has dozens of writes. */
const runs = { ...options, numRuns: isFull ? 150 : Math.ceil(options.numRuns / 2) }
const timeout = base + 15_000 * runs.numRuns

const newestOf = async (ownerId: string) =>
  (await listChanges(ownerId, { type: '', of: '', page: 1, limit: 1 })).changes[0]?._id

/** Each write with the state and the rows before and after it. */
async function writeAll(all: Step[]) {
  const { _id } = await createUser()
  const newest = () => newestOf(_id)
  const writes: { id: string; before: State; after: State; rows: string[] }[] = []
  for (const one of all) {
    const [before, rows, last] = [await readState(_id), await allRows(_id), await newest()]
    await write(_id, one)
    const id = await newest()
    if (id && id !== last) writes.push({ id, before, after: await readState(_id), rows })
  }
  return { _id, writes }
}

test('the model adds, changes and deletes every kind of record of the history, and adds and removes its links', async () => {
  const { _id } = await createUser()
  const records = [...ownRowTables.keys()]
  const links = Object.values(recordTables).map(({ links }) => getTableName(links))
  const unwritten = async (tables: string[], images: SQL) => {
    const isWritten = and(eq(changeRows.ownerId, _id), images)
    const rows = await db.selectDistinct({ table: changeRows.table }).from(changeRows).where(isWritten)
    return tables.filter((name) => !rows.some(({ table }) => table === name))
  }
  const writeEach = async (verb: Step['verb'], value: number) => {
    for (const record of written) await write(_id, { record, verb, pick: 0, value, members: [value] })
  }
  for (const one of first) await write(_id, one)
  for (const value of [0, 1, 2, 3, 4, 5]) await writeEach('change', value)
  expect(await unwritten([...records, ...links], sql`before is null`), 'never added').toEqual([])
  expect(await unwritten(records, sql`before is not null and after is not null`), 'never changed').toEqual([])
  expect(await unwritten(links, sql`after is null`), 'never removed').toEqual([])
  await writeEach('remove', 0)
  expect(await unwritten(records, sql`after is null`), 'never deleted').toEqual([])
})

test('undoing the last changes restores all rows as they were, byte for byte, and undoing that does too', {
  timeout,
}, async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.nat(40), async (all, n) => {
      const { _id, writes } = await writeAll(all)
      const last = writes.slice(-(n % (writes.length + 1)) || writes.length)
      const latest = await allRows(_id)
      const undos: (string | undefined)[] = []
      for (const { id, rows } of last.toReversed()) {
        const { kept, changeId } = await undoChange(_id, id)
        expect(kept).toEqual([])
        expect(await allRows(_id)).toEqual(rows)
        undos.push(changeId)
      }
      for (const id of undos.toReversed()) expect((await undoChange(_id, id ?? '')).kept).toEqual([])
      expect(await allRows(_id)).toEqual(latest)
    }),
    runs,
  )
})

test('undoing any one change takes back what was not changed since, and keeps and names the rest', {
  timeout,
}, async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.nat(40), async (all, n) => {
      const { _id, writes } = await writeAll(all)
      const chosen = writes[n % Math.max(1, writes.length)]
      if (!chosen) return
      const expected = undone(chosen.before, chosen.after, await readState(_id))
      const { kept } = await undoChange(_id, chosen.id)
      const fields = kept.map(({ _id, fields }) => [_id, fields.map(columnOf).sort()])
      expect(Object.fromEntries(fields)).toEqual(expected.kept)
      expect(Object.fromEntries(await readState(_id))).toEqual(Object.fromEntries(expected.state))
    }),
    runs,
  )
})

test('deletions come back whole in any order of their undo, with the links between what they deleted', {
  timeout,
}, async () => {
  const order = fc.array(fc.nat(20), { minLength: 5, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(steps, order, order, order, async (all, which, back, again) => {
      const { _id } = await writeAll(all)
      const people = [...(await readState(_id))].flatMap(([id, { record }]) => (record === 'bud' ? [id] : []))
      const [one = '', ...others] = people
      if (others.length > 0) await createRelations(_id, one, others, friend)
      const whole = await contents(_id)
      const records = shuffled([...(await readState(_id))], which).slice(0, 5)
      const deletions: string[] = []
      for (const [id, fields] of records) {
        await remove(_id, id, fields)
        deletions.push((await newestOf(_id)) ?? '')
      }
      const deleted = await contents(_id)
      const undoAll = async (ids: string[]) => {
        const undos: string[] = []
        for (const id of ids) undos.push((await undoChange(_id, id)).changeId ?? '')
        return undos
      }
      const undos = await undoAll(shuffled(deletions, back))
      expect(await contents(_id)).toEqual(whole)
      const redone = await undoAll(undos.toReversed())
      expect(await contents(_id)).toEqual(deleted)
      await undoAll(shuffled(redone, again))
      expect(await contents(_id)).toEqual(whole)
    }),
    runs,
  )
})

const friend = { kind: 'friend', label: '', note: '', since: null, until: null } as const

const shuffled = <T>(list: T[], order: number[]) =>
  list
    .map((one, n) => ({ one, at: order[n] ?? n }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)

/** The columns of the fields that the model writes. */
const columns: Record<string, string> = {
  Firstname: 'first_name',
  Surname: 'surname',
  Name: 'name',
  Location: 'location',
  Description: 'description',
  on: 'on_day',
}
const columnOf = (field: string) => columns[field] ?? field
