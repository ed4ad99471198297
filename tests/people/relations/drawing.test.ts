import { expect, test } from 'vitest'
import { drawingOf } from '~/people/relations/drawing'
import type { RelationKind, Tie } from '~/people/relations/relation'

/** Ties in words: 'Kid parent Mum' says that Mum is a parent of Kid. */
function drawn(id: string, ...ties: string[]) {
  const words = ties.map((tie) => tie.split(' ') as [string, RelationKind, string])
  const names = new Set([id, ...words.flatMap(([bud, , other]) => [bud, other])])
  const people = new Map(
    [...names].map((name) => [name, { _id: name, Firstname: name, Surname: '', photo: null }] as const),
  )
  const all = words.map(
    ([bud, kind, other], n) => ({ _id: `${n}`, bud, kind, with: other, label: '' }) as Tie,
  )
  return drawingOf(id, { ties: all, people })
}
const kindsOf = ({ edges }: ReturnType<typeof drawn>) => edges.map(({ kind }) => kind).sort()

test('of three parents, two share a line and the third has one', () => {
  const family = drawn('Kid', 'Kid parent Dad', 'Kid parent Mum', 'Kid parent Step', 'Mum partner Step')
  expect(kindsOf(family)).toEqual(['parent', 'parent', 'partner'])
})

test('a parent in the same row keeps a line of their own', () => {
  const family = drawn(
    'Me',
    'Me friend Gran',
    'Me friend Child',
    'Me friend Parent',
    'Child parent Parent',
    'Parent parent Gran',
  )
  expect(kindsOf(family)).toEqual(['friend', 'friend', 'friend', 'parent', 'parent'])
})

test('partners stand beside each other below their parents, who have one line to each child', () => {
  const { places, edges } = drawn(
    'Ann',
    'Ann parent Ida',
    'Ann parent Jon',
    'Ida partner Jon',
    'Bob parent Ida',
    'Bob parent Jon',
    'Bob partner Eve',
  )
  const x = (name: string) => places.find(({ person }) => person._id === name)?.x ?? 0
  expect(Math.abs(x('Bob') - x('Eve'))).toBe(164)
  expect(edges).toHaveLength(4)
})

test('nobody is drawn without relations but the bud', () => {
  expect(drawn('Ann')).toMatchObject({ places: [{ x: 9 }], edges: [], width: 164 })
})
