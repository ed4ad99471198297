import fc from 'fast-check'
import { expect, test } from 'vitest'
import { undoChange } from '~/data/history/undo.server'
import { budInput } from '~/people/buds/bud-input.server'
import { createBud, findBud } from '~/people/buds/buds.server'
import { hobbies } from '~/people/buds/options.data'
import { surplusLine } from '~/people/buds/surplus'
import { rowFields } from '~/people/buds/united-rows'
import { type Choices, mergeFields } from '~/people/merges/merge'
import { mergeBuds } from '~/people/merges/merges.server'
import { allRows } from '../../data/history/model'
import { createCircle, createEvent, createInteraction, createUser } from '../../support/factories'
import { options, timeout } from '../../support/fuzz'

const text = fc.constantFrom('', 'Ada', 'Bath', 'x'.repeat(100))
const valueRow = (...values: string[]) =>
  fc.record({ label: fc.constantFrom('', 'home', 'work'), value: fc.constantFrom(...values) })
const dateRow = fc.record({
  label: fc.constantFrom('', 'Wedding'),
  year: fc.constantFrom(null, 1815),
  month: fc.constant(12),
  day: fc.integer({ min: 1, max: 28 }),
})
const field = fc.record({ name: fc.constantFrom('Ship', 'Born'), value: fc.constantFrom('', 'Bath', '1815') })

/** Few values, so that buds often share some, and lists that are often full. */
const bud = fc.record({
  Firstname: fc.constantFrom('Ada', 'Augusta'),
  Surname: text,
  Nickname: text,
  Location: text,
  Budtype: fc.constantFrom('Friend', 'Other'),
  hobbies: fc.subarray(hobbies.slice(0, 4)),
  cadenceDays: fc.constantFrom(null, 7, 30),
  emails: fc.array(valueRow('a@example.com', 'A@example.com', 'b@example.com'), { maxLength: 10 }),
  phones: fc.array(valueRow('+44 20 7946 0018', '020 7946 0018', '020 7946 0019'), { maxLength: 10 }),
  dates: fc.array(dateRow, { maxLength: 20 }),
  customFields: fc.array(field, { maxLength: 5 }),
  notes: fc.constantFrom('', 'Likes tea', 'y'.repeat(4_000)),
  picture: fc.constantFrom(undefined, Buffer.from('red'), Buffer.from('blue')),
})
const people = fc.tuple(bud, bud, bud)
/** Circles, events and interactions, with the places of their members in the list of people. */
const groups = fc.array(fc.tuple(fc.constantFrom(createCircle, createEvent, createInteraction), members()), {
  maxLength: 6,
})
const choices: fc.Arbitrary<Choices> = fc.dictionary(
  fc.constantFrom(...mergeFields),
  fc.constantFrom('a', 'b'),
  { maxKeys: 4 },
)

function members() {
  return fc.subarray([0, 1, 2], { minLength: 1 })
}

type People = typeof people extends fc.Arbitrary<infer T> ? T : never
type Groups = typeof groups extends fc.Arbitrary<infer T> ? T : never

async function store(people: People, groups: Groups) {
  const owner = await createUser()
  const ids: string[] = []
  for (const { picture, ...fields } of people)
    ids.push((await createBud(owner._id, { ...budInput.parse(fields), picture }))._id)
  const [a = '', b = ''] = ids
  for (const [create, places] of groups)
    await create(owner, { selectedBuds: places.map((place) => ids[place] ?? '') })
  return { ownerId: owner._id, a, b }
}

/** What the two buds have is in the merged one, unless the other side was chosen. */
async function expectNothingLost(
  ownerId: string,
  id: string,
  before: Awaited<ReturnType<typeof findBud>>[],
  fields: Choices,
) {
  const { notes, ...merged } = await findBud(ownerId, id)
  for (const name of rowFields) {
    if (fields[name]) continue
    const rows: object[] = [...merged[name]]
    const left = before
      .flatMap((bud) => bud[name] as object[])
      .filter((row) => !rows.some((other) => covers(other, row)))
    for (const row of left) expect(notes).toContain(surplusLine(name, row))
  }
}

/** Whether a row says at least what the other one says, but for the spelling of emails and phone numbers. */
function covers(row: object, other: object) {
  const parts = Object.entries(other).filter(([, part]) => part !== '' && part !== null)
  return parts.every(([name, part]) => isSameText(row[name as keyof typeof row], part))
}

const isSameText = (one: unknown, other: unknown) =>
  String(one).toLowerCase() === String(other).toLowerCase() ||
  (String(one).endsWith('7946 0018') && String(other).endsWith('7946 0018'))

test('the undo of a merge, either way round, restores all rows byte for byte, and undoing that does too', {
  timeout: timeout + 15_000 * options.numRuns,
}, async () => {
  await fc.assert(
    fc.asyncProperty(people, groups, choices, async (people, groups, fields) => {
      const { ownerId, a, b } = await store(people, groups)
      const before = await allRows(ownerId)
      for (const [one, other] of [
        [a, b],
        [b, a],
      ] as const) {
        const both = [await findBud(ownerId, one), await findBud(ownerId, other)]
        const { changeId = '' } = await mergeBuds(ownerId, one, { with: other, fields })
        await expectNothingLost(ownerId, one, both, fields)
        const merged = await allRows(ownerId)
        const undone = await undoChange(ownerId, changeId)
        expect(undone.kept).toEqual([])
        expect(await allRows(ownerId)).toEqual(before)
        const redone = await undoChange(ownerId, undone.changeId ?? '')
        expect([redone.kept, await allRows(ownerId)]).toEqual([[], merged])
        await undoChange(ownerId, redone.changeId ?? '')
        expect(await allRows(ownerId)).toEqual(before)
      }
    }),
    options,
  )
})
