import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listChanges } from '~/data/history/history.server'
import { undoChange } from '~/data/history/undo.server'
import { createUser } from '../../support/factories'
import { timeout as base, options } from '../../support/fuzz'
import { allRows, readState, type State, type Step, undone, write } from './model'

/** `npm run quality -- history` makes 10,000 writes. */
const isFull = process.env.FULL_RUN === '1'

/** Few records, so that later writes often touch what an earlier one has written. */
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(0, 2, 3) },
    { weight: 8, arbitrary: fc.constantFrom(4, 5, 8, 8, 9) },
    { weight: 2, arbitrary: fc.constantFrom(7, 10) },
  ),
  pick: fc.nat(3),
  value: fc.nat(5),
  members: fc.array(fc.nat(3), { maxLength: 3 }),
})
const first: Step[] = [0, 0, 0, 2, 3].map((kind, n) => ({ kind, pick: 0, value: n, members: [n] }))
const later = fc.array(step, { minLength: 8, maxLength: isFull ? 60 : 25 })
const steps = later.map((all) => [...first, ...all])

/** Each case has dozens of writes. */
const runs = { ...options, numRuns: isFull ? 150 : Math.ceil(options.numRuns / 2) }
const timeout = base + 15_000 * runs.numRuns

/** Each write with the state and the rows before and after it. */
async function writeAll(all: Step[]) {
  const { _id } = await createUser()
  const newest = async () => (await listChanges(_id, { type: '', of: '', page: 1, limit: 1 })).changes[0]?._id
  const writes: { id: string; before: State; after: State; rows: string[] }[] = []
  for (const one of all) {
    const [before, rows, last] = [await readState(_id), await allRows(_id), await newest()]
    await write(_id, one)
    const id = await newest()
    if (id && id !== last) writes.push({ id, before, after: await readState(_id), rows })
  }
  return { _id, writes }
}

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

/** The columns of the fields that the model writes. */
const columns: Record<string, string> = {
  Firstname: 'first_name',
  Surname: 'surname',
  Name: 'name',
  Location: 'location',
  Description: 'description',
}
const columnOf = (field: string) => columns[field] ?? field
