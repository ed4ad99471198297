import { fullName, type Person } from '~/people/buds/bud'
import { type DerivedKind, derivedKinds, type RelationKind, readFrom, type Tie } from './relation'

/** The stored kinds that others follow from. */
export const familyKinds = ['parent', 'child', 'partner', 'sibling'] as const satisfies RelationKind[]

type Step = (typeof familyKinds)[number]

/** A relation that follows from stored ones. `roles` has what each of `via`, and `bud` itself, is to the one before. */
export type Derived = { kind: DerivedKind; bud: Person; via: Person[]; roles: Step[] }

/** The ways that lead to a relation, as what each is to the one before. */
const ways: [DerivedKind, Step[]][] = [
  ['sibling', ['parent', 'child']],
  ['grandparent', ['parent', 'parent']],
  ['grandchild', ['child', 'child']],
  ['parent-in-law', ['partner', 'parent']],
  ['child-in-law', ['child', 'partner']],
  ['sibling-in-law', ['partner', 'sibling']],
  ['sibling-in-law', ['sibling', 'partner']],
  ['sibling-in-law', ['partner', 'parent', 'child']],
  ['sibling-in-law', ['parent', 'child', 'partner']],
]

/** The most steps of a way before the last one. */
export const derivedSteps = 2

type Network = { ties: Tie[]; people: Map<string, Person> }

/**
 * What follows from the stored relations around a bud (product 31.2), by kind and name: each once, by its shortest way. A
 * former partner, or one until a day that has passed, leads nowhere.
 */
export function derivedOf(id: string, { ties, people }: Network, today: string): Derived[] {
  const next = new Map<string, string[]>()
  const stored = new Set<string>()
  for (const tie of ties)
    for (const from of [tie.bud, tie.with]) {
      const { kind, other } = readFrom(from, tie)
      if (from === id) stored.add(`${kind} ${other}`)
      if (kind === 'partner' && tie.until !== null && tie.until < today) continue
      const key = `${kind} ${from}`
      next.set(key, [...(next.get(key) ?? []), other])
    }
  const byName = (a: string, b: string) =>
    nameKey(people.get(a)).localeCompare(nameKey(people.get(b))) || a.localeCompare(b)
  const paths = (roles: Step[]): string[][] =>
    roles.reduce<string[][]>(
      (found, role) =>
        found.flatMap((path) => {
          const others = (next.get(`${role} ${path.at(-1)}`) ?? []).toSorted(byName)
          return others.filter((other) => !path.includes(other)).map((other) => [...path, other])
        }),
      [[id]],
    )
  const found = new Map<string, Derived>()
  for (const [kind, roles] of ways)
    for (const [, ...path] of paths(roles)) {
      const [bud, ...via] = path.map((one) => people.get(one)).reverse()
      const key = `${kind} ${bud?._id}`
      if (!bud || stored.has(key) || found.has(key)) continue
      found.set(key, { kind, bud, via: via.reverse() as Person[], roles })
    }
  return [...found.values()].sort(
    (a, b) => derivedKinds.indexOf(a.kind) - derivedKinds.indexOf(b.kind) || byName(a.bud._id, b.bud._id),
  )
}

const nameKey = (person: Person | undefined) => (person ? fullName(person).toLowerCase() : '')

/** The way in words, such as 'partner of Cleo, child of Ann'. */
export const wayOf = ({ via, roles }: Pick<Derived, 'via' | 'roles'>) =>
  via
    .map((person, n) => `${roles[n + 1]} of ${fullName(person)}`)
    .reverse()
    .join(', ')
