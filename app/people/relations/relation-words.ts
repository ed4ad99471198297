import { type RelationKind, relationKinds, relationName } from './relation'

/** The words of address books for what another is to somebody, by kind, in lower case. */
const words: Partial<Record<RelationKind, string>> = {
  parent: 'mother|father|mum|mom|dad|stepmother|stepfather',
  child: 'son|daughter|stepson|stepdaughter',
  partner: 'spouse|wife|husband|domestic partner|girlfriend|boyfriend|sweetheart|date',
  'former-partner': 'ex-wife|ex-husband|ex-partner|ex',
  sibling: 'brother|sister|half-brother|half-sister',
  grandparent: 'grandmother|grandfather|grandma|grandpa',
  grandchild: 'grandson|granddaughter',
  relative: 'kin|uncle|aunt|nephew|niece|cousin',
  neighbour: 'neighbor|co-resident',
  colleague: 'co-worker|coworker',
  manager: 'boss',
  'introduced-by': 'referred by',
}

const kinds = new Map<string, RelationKind>(
  relationKinds.flatMap((kind) =>
    [kind, relationName(kind).toLowerCase(), ...(words[kind]?.split('|') ?? [])].map(
      (word) => [word, kind] as const,
    ),
  ),
)

/** The kind that a word of an address book means, with the word as its label if it says more. */
export function relationOf(word: string, own?: string): { kind: RelationKind; label: string } {
  const text = word.trim()
  const kind = (own !== undefined && kinds.get(own)) || kinds.get(text.toLowerCase()) || 'other'
  const isName = [kind, relationName(kind).toLowerCase()].includes(text.toLowerCase())
  return { kind, label: isName && kind !== 'other' ? '' : text || 'Related' }
}

/** What a card says of a relation: the word, and the kind if the word does not mean it. */
export function wordOf({ kind, label }: { kind: RelationKind; label: string }) {
  const word = label || relationName(kind)
  return { word, ...(relationOf(word).kind !== kind && { own: kind }) }
}
