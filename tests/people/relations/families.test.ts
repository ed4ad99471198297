import fc from 'fast-check'
import { expect, test } from 'vitest'
import { undoChange } from '~/data/history/undo.server'
import { mergeBuds } from '~/people/merges/merges.server'
import { inverseOf, type RelationKind, relationKinds } from '~/people/relations/relation'
import { relationEditForm } from '~/people/relations/relation-input.server'
import { createRelations, listRelations, updateRelation } from '~/people/relations/relations.server'
import { allRows } from '../../data/history/model'
import { createBud, createUser } from '../../support/factories'
import { options, timeout } from '../../support/fuzz'

/** A model that knows pairs and kinds, and looks for what follows among all people (product 31). */

type Pair = { a: string; b: string; kind: RelationKind; isOver: boolean }

const people = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve', 'Flo', 'Gil', 'Hal']
const someone = fc.nat(people.length - 1)
const family = ['parent', 'child', 'partner', 'sibling'] as const
const pair = fc.record({
  a: someone,
  b: someone,
  kind: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...family) }, fc.constantFrom(...relationKinds)),
  isOver: fc.boolean(),
})
const pairs = fc.array(pair, { minLength: 5, maxLength: 25 })
const merge = fc.tuple(someone, someone).filter(([a, b]) => a !== b)

const isSame = (one: Pair, other: Pair) => {
  const isTurned = one.a === other.b && one.b === other.a
  const isLineage = [one, other].every(({ kind }) => kind === 'parent' || kind === 'child')
  if (isLineage) return isTurned || (one.a === other.a && one.b === other.b)
  return isTurned
    ? one.kind === inverseOf(other.kind)
    : one.a === other.a && one.b === other.b && one.kind === other.kind
}

/** Those that can stand side by side. */
function allowed(list: Pair[]) {
  const kept: Pair[] = []
  for (const one of list) if (one.a !== one.b && !kept.some((other) => isSame(one, other))) kept.push(one)
  return kept
}

const is = (list: Pair[], x: string, kind: RelationKind, y: string) =>
  list.some(({ a, b, ...one }) => {
    const isIt =
      (a === x && b === y && one.kind === kind) || (a === y && b === x && inverseOf(one.kind) === kind)
    return isIt && !(kind === 'partner' && one.isOver)
  })

/** What `y` is to `x` without being stored as such. */
function expected(list: Pair[], all: string[], x: string) {
  const kin = (a: string, kind: RelationKind, b: string) => is(list, a, kind, b)
  const isSibling = (a: string, b: string) =>
    kin(a, 'sibling', b) || all.some((p) => p !== a && p !== b && kin(a, 'parent', p) && kin(b, 'parent', p))
  const lines = (y: string) => {
    const through = (test: (z: string) => boolean) => all.some((z) => z !== x && z !== y && test(z))
    const isStored = (kind: RelationKind) =>
      list.some(
        ({ a, b, kind: own }) =>
          (a === x && b === y && own === kind) || (a === y && b === x && inverseOf(own) === kind),
      )
    // A way leads past nobody twice.
    const siblingInLaw = through(
      (z) =>
        (kin(x, 'partner', z) &&
          (kin(z, 'sibling', y) ||
            all.some((p) => ![x, y, z].includes(p) && kin(z, 'parent', p) && kin(p, 'child', y)))) ||
        (kin(z, 'partner', y) &&
          (kin(x, 'sibling', z) ||
            all.some((p) => ![x, y, z].includes(p) && kin(x, 'parent', p) && kin(p, 'child', z)))),
    )
    return [
      !isStored('sibling') && isSibling(x, y) && 'sibling',
      !isStored('grandparent') && through((z) => kin(x, 'parent', z) && kin(z, 'parent', y)) && 'grandparent',
      !isStored('grandchild') && through((z) => kin(x, 'child', z) && kin(z, 'child', y)) && 'grandchild',
      through((z) => kin(x, 'partner', z) && kin(z, 'parent', y)) && 'parent-in-law',
      through((z) => kin(x, 'child', z) && kin(z, 'partner', y)) && 'child-in-law',
      siblingInLaw && 'sibling-in-law',
    ].flatMap((kind) => (kind ? [`${kind} ${y}`] : []))
  }
  return all
    .filter((y) => y !== x)
    .flatMap(lines)
    .sort()
}

const stored = (list: Pair[], x: string) =>
  list
    .flatMap(({ a, b, kind }) => [
      ...(a === x ? [`${kind} ${b}`] : []),
      ...(b === x ? [`${inverseOf(kind)} ${a}`] : []),
    ])
    .sort()

async function check(ownerId: string, ids: Map<string, string>, list: Pair[]) {
  const all = [...ids.keys()]
  for (const [name, id] of ids) {
    const { relations, derived } = await listRelations(ownerId, id)
    const lines = (some: { kind: string; bud: { Firstname: string } }[]) =>
      some.map(({ kind, bud }) => `${kind} ${bud.Firstname}`).sort()
    expect(lines(relations)).toEqual(stored(list, name))
    expect(lines(derived)).toEqual(expected(list, all, name))
    for (const { via } of derived) expect(via.length).toBeGreaterThan(0)
  }
}

test('random families are read from every end as a model reads them, also after merges and their undo', {
  timeout,
}, async () => {
  await fc.assert(
    fc.asyncProperty(pairs, merge, async (tries, [to, from]) => {
      const { _id: ownerId } = await createUser()
      const ids = new Map<string, string>()
      for (const Firstname of people)
        ids.set(Firstname, (await createBud({ _id: ownerId }, { Firstname, Surname: '' }))._id)
      const idOf = (name: string) => ids.get(name) ?? ''
      const named = tries.map(({ a, b, ...one }) => ({ ...one, a: people[a] ?? '', b: people[b] ?? '' }))
      const list = allowed(named)
      for (const one of named) {
        const input = {
          kind: one.kind,
          label: one.kind === 'other' ? 'Ally' : '',
          until: one.isOver ? '2020-01-01' : null,
        }
        const made = createRelations(ownerId, idOf(one.a), [idOf(one.b)], relationEditForm.parse(input))
        if (list.includes(one)) await made
        else
          await expect(made).rejects.toMatchObject({
            status: expect.toSatisfy((status) => status === 400 || status === 409),
          })
      }
      await check(ownerId, ids, list)
      const before = await allRows(ownerId)
      const [kept = '', gone = ''] = [people[to], people[from]]
      const { changeId = '' } = await mergeBuds(ownerId, idOf(kept), { with: idOf(gone), fields: {} })
      const moved = list.map((one) => ({
        ...one,
        a: one.a === gone ? kept : one.a,
        b: one.b === gone ? kept : one.b,
      }))
      const isMoved = (one: Pair, n: number) => one.a !== list[n]?.a || one.b !== list[n]?.b
      // Of two that are one now, that of the bud that stays counts, and gets what it lacks.
      const [own, others] = [moved.filter((one, n) => !isMoved(one, n)), moved.filter(isMoved)]
      const united = allowed([...own, ...others]).map((one) => ({
        ...one,
        isOver: one.isOver || others.some((other) => other.isOver && isSame(one, other)),
      }))
      const left = new Map([...ids].filter(([name]) => name !== gone))
      await check(ownerId, left, united)
      await undoChange(ownerId, changeId)
      expect(await allRows(ownerId)).toEqual(before)
      const [{ _id } = { _id: '' }] = (await listRelations(ownerId, idOf(kept))).relations
      if (_id) await updateRelation(ownerId, _id, { note: 'Read once more' })
      await check(ownerId, ids, list)
    }),
    options,
  )
})
