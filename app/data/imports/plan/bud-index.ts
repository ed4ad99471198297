import { emailKey, type LabelledValue } from '~/people/buds/contact'
import { isSamePhone, phoneKey } from '~/people/buds/phone-numbers'
import {
  areOfOtherGenerations,
  areSameNames,
  areSimilarFirstnames,
  areSimilarNames,
  fullNameKey,
  generationOf,
  lacksFirstname,
} from '~/people/duplicates/similar-names'

/** The values by which an import recognises a bud. */
export type IndexedBud = {
  _id: string
  Firstname: string
  Surname: string
  Nickname: string
  emails: LabelledValue[]
  phones: LabelledValue[]
  /** The part that says the generation will do. */
  notes?: string
}

export type MatchBy = 'id' | 'email' | 'phone' | 'name'

/** What a bud and a record share. Unless it is sure, it only suggests that they are the same person. */
export type Match = {
  _id: string
  by: MatchBy
  shared: string
  isSure: boolean
  /** Whether several buds are as similar as this one. */
  isAmbiguous: boolean
}

/** Finds the buds that a record may be about: by its own id, by email, by phone, by full name (product 20.2). */
export function createBudIndex() {
  const byId = new Map<string, IndexedBud>()
  const byEmail = new Map<string, Set<string>>()
  const byPhone = new Map<string, Set<string>>()
  const byName = new Map<string, Set<string>>()

  /** A bud that is there already is replaced. */
  function add(bud: IndexedBud) {
    byId.set(bud._id, bud)
    for (const { value } of bud.emails) push(byEmail, emailKey(value), bud)
    for (const { value } of bud.phones) push(byPhone, phoneKey(value), bud)
    push(byName, fullNameKey(bud), bud)
  }

  /**
   * The matches by the strongest sign that is sure, or else those that only suggest, the most similar first. A bud whose id is
   * in `others` has a record of its own in the file.
   */
  function find(record: IndexedBud, ownId: string, others?: Set<string>): Match[] {
    const own = byId.get(ownId)
    if (own) return [{ _id: own._id, by: 'id', shared: '', isSure: true, isAmbiguous: false }]
    const withKey = (index: Map<string, Set<string>>, key: string) =>
      [...(index.get(key) ?? [])].flatMap((id) => (others?.has(id) ? [] : (byId.get(id) ?? [])))
    const sharing = [
      ...record.emails.flatMap(({ value }) =>
        withKey(byEmail, emailKey(value)).map((bud) => ({ bud, by: 'email' as const, shared: value })),
      ),
      ...record.phones.flatMap(({ value }) =>
        withKey(byPhone, phoneKey(value))
          .filter((bud) => hasPhone(bud, value))
          .map((bud) => ({ bud, by: 'phone' as const, shared: value })),
      ),
    ]
    for (const sign of ['email', 'phone'] as const) {
      const sure = sureMatches(record, sharing, sign)
      if (sure.length > 0) return sure
    }
    const named = withKey(byName, fullNameKey(record)).map((bud) => ({
      bud,
      by: 'name' as const,
      shared: '',
    }))
    return unique([...named, ...sharing]).map(({ bud, by, shared }) => ({
      _id: bud._id,
      by,
      shared,
      isSure: false,
      isAmbiguous: false,
    }))
  }
  return { add, find }
}

export type BudIndex = ReturnType<typeof createBudIndex>

type Sharing = { bud: IndexedBud; by: MatchBy; shared: string }

/** The buds that share an email or a phone and whose names do not contradict it, the most similar first. */
function sureMatches(record: IndexedBud, sharing: Sharing[], sign: 'email' | 'phone'): Match[] {
  const agreeing = sharing.filter(({ bud, by }) => by === sign && agree(bud, record, sign))
  const ranked = unique(agreeing).map((each) => ({ ...each, rank: rankOf(each.bud, record, sharing) }))
  const best = Math.max(...ranked.map(({ rank }) => rank))
  // If several buds have the very same name, each of them is right.
  const isAmbiguous = best < sameName && ranked.filter(({ rank }) => rank === best).length > 1
  return ranked
    .sort((a, b) => b.rank - a.rank)
    .map(({ bud, by, shared }) => ({ _id: bud._id, by, shared, isSure: !isAmbiguous, isAmbiguous }))
}

/** Names that contradict each other are those of two people, who share a mailbox or a landline. */
function agree(bud: IndexedBud, record: IndexedBud, by: 'email' | 'phone') {
  if (by === 'phone') return areSimilarNames(bud, record) && areOfOneGeneration(bud, record)
  if (areOfOtherGenerations(bud, record)) return false
  return (
    areSimilarNames(bud, record) ||
    areSimilarFirstnames(bud, record) ||
    lacksFirstname(record, bud) ||
    lacksFirstname(bud, record)
  )
}

/** One of them alone being 'Jr.' does not show it: a landline is that of his father, too. */
const areOfOneGeneration = (bud: IndexedBud, record: IndexedBud) => generationOf(bud) === generationOf(record)

const sameName = 30

/** How similar the names are, and then how many signs are the same. */
function rankOf(bud: IndexedBud, record: IndexedBud, sharing: Sharing[]) {
  const signs = Math.min(9, sharing.filter((each) => each.bud === bud).length)
  if (areSameNames(bud, record) && areOfOneGeneration(bud, record)) return sameName + signs
  if (areSimilarNames(bud, record)) return 20 + signs
  return (areSimilarFirstnames(bud, record) ? 10 : 0) + signs
}

/** Each bud once, by its first sign. */
const unique = <T extends Sharing>(found: T[]) =>
  found.filter(({ bud }, at) => found.findIndex((each) => each.bud === bud) === at)

/** A value that more buds share identifies none of them. */
const maxSharers = 20

function push(index: Map<string, Set<string>>, key: string, { _id }: IndexedBud) {
  const ids = index.get(key)
  if (!ids && key) index.set(key, new Set([_id]))
  else if (ids && ids.size < maxSharers) ids.add(_id)
}

const hasPhone = ({ phones }: IndexedBud, phone: string) =>
  phones.some(({ value }) => isSamePhone(value, phone))
