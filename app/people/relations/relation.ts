import { capitalised } from '~/base/components/initial'
import type { Person } from '~/people/buds/bud'

/** Constants of relations for browser and server (product 31). The rules are in `relation-input.server.ts`. */

/** What the other bud is to this one, and what this one is to the other. */
const inverses = {
  parent: 'child',
  child: 'parent',
  partner: 'partner',
  'former-partner': 'former-partner',
  sibling: 'sibling',
  grandparent: 'grandchild',
  grandchild: 'grandparent',
  relative: 'relative',
  friend: 'friend',
  neighbour: 'neighbour',
  colleague: 'colleague',
  manager: 'report',
  report: 'manager',
  mentor: 'mentee',
  mentee: 'mentor',
  'introduced-by': 'introduced',
  introduced: 'introduced-by',
  other: 'other',
} as const

export type RelationKind = keyof typeof inverses

export const relationKinds = Object.keys(inverses) as [RelationKind, ...RelationKind[]]

export const inverseOf = (kind: RelationKind): RelationKind => inverses[kind]

export const relationLabelLength = 50
export const relationNoteLength = 2_000

/** The kinds that follow from stored ones and are never stored themselves. */
export const derivedKinds = [
  'sibling',
  'grandparent',
  'grandchild',
  'parent-in-law',
  'child-in-law',
  'sibling-in-law',
] as const

export type DerivedKind = (typeof derivedKinds)[number]

export const relationLabels = {
  kind: 'Kind',
  label: 'Label',
  with: 'Bud',
  note: 'Note',
  since: 'Since',
  until: 'Until',
}

/** A kind as a title, such as 'Former partner'. */
export function relationName(kind: RelationKind | DerivedKind) {
  return capitalised(kind.replace(/^(former|introduced)-/, '$1 '))
}

/** What a relation is called: by its label, or by its kind. */
export const relationTitle = ({ kind, label }: { kind: RelationKind; label: string }) =>
  label || relationName(kind)

/** A stored relation: what the bud `with` is to the bud `bud`. Days are null if they are not known. */
export type Tie = {
  _id: string
  bud: string
  with: string
  kind: RelationKind
  label: string
  note: string
  since: string | null
  until: string | null
}

/** A relation as one of its buds reads it: `bud` is the other one. */
export type Relation = Omit<Tie, 'bud' | 'with'> & { bud: Person }

/** What a tie is from the end of one of its buds. A label of another kind than `other` is meant from one end alone. */
export function readFrom(id: string, { bud, with: other, kind, label }: Tie) {
  return bud === id
    ? { kind, label, other }
    : { kind: inverseOf(kind), label: kind === 'other' ? label : '', other: bud }
}

const primaryKinds: Partial<Record<RelationKind, RelationKind>> = {
  grandchild: 'grandparent',
  report: 'manager',
  mentee: 'mentor',
  introduced: 'introduced-by',
}
const directed = new Set<string>(Object.values(primaryKinds))

/** What a relation is once for a pair, from whichever end: the function `relation_key` of the database. */
export function relationKey({ bud, with: other, kind, label }: Pick<Tie, 'bud' | 'with' | 'kind' | 'label'>) {
  const primary = primaryKinds[kind]
  if (primary) return `${other} ${bud} ${primary}`
  if (directed.has(kind)) return `${bud} ${other} ${kind}`
  const [first, second] = [bud, other].sort()
  return `${first} ${second} ${kind === 'child' ? 'parent' : kind === 'other' ? `other ${label.toLowerCase()}` : kind}`
}

export const areDaysInOrder = ({ since, until }: Pick<Tie, 'since' | 'until'>) =>
  !since || !until || since <= until

/** The days of a relation in words, such as 'since 1815-12-10'. */
export function relationDays({ since, until }: { since: string | null; until: string | null }) {
  if (!since && !until) return ''
  return since ? `${until ? '' : 'since '}${since}${until ? ` to ${until}` : ''}` : `until ${until}`
}
