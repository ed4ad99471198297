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

/** What a bud is recognised by. */
export type Known = {
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
  const byId = new Map<string, Known>()
  const byEmail = new Map<string, Set<string>>()
  const byPhone = new Map<string, Set<string>>()
  const byName = new Map<string, Set<string>>()

  /** A bud that is there already is replaced. */
  function add(known: Known) {
    byId.set(known._id, known)
    for (const { value } of known.emails) push(byEmail, emailKey(value), known)
    for (const { value } of known.phones) push(byPhone, phoneKey(value), known)
    push(byName, fullNameKey(known), known)
  }

  /**
   * The matches by the strongest sign that is sure, or else those that only suggest, the most similar first. A bud whose id is
   * in `others` has a record of its own in the file.
   */
  function find(record: Known, ownId: string, others?: Set<string>): Match[] {
    const own = byId.get(ownId)
    if (own) return [{ _id: own._id, by: 'id', shared: '', isSure: true, isAmbiguous: false }]
    const withKey = (index: Map<string, Set<string>>, key: string) =>
      [...(index.get(key) ?? [])].flatMap((id) => (others?.has(id) ? [] : (byId.get(id) ?? [])))
    const sharing = [
      ...record.emails.flatMap(({ value }) =>
        withKey(byEmail, emailKey(value)).map((known) => ({ known, by: 'email' as const, shared: value })),
      ),
      ...record.phones.flatMap(({ value }) =>
        withKey(byPhone, phoneKey(value))
          .filter((known) => hasPhone(known, value))
          .map((known) => ({ known, by: 'phone' as const, shared: value })),
      ),
    ]
    for (const sign of ['email', 'phone'] as const) {
      const found = sharing.filter(({ known, by }) => by === sign && agree(known, record, sign))
      const ranked = unique(found).map((each) => ({ ...each, rank: rankOf(each.known, record, sharing) }))
      const best = Math.max(...ranked.map(({ rank }) => rank))
      // Of buds with the very same name, each is right.
      const isAmbiguous = best < sameName && ranked.filter(({ rank }) => rank === best).length > 1
      if (ranked.length > 0)
        return ranked
          .sort((a, b) => b.rank - a.rank)
          .map(({ known, by, shared }) => ({ _id: known._id, by, shared, isSure: !isAmbiguous, isAmbiguous }))
    }
    const named = withKey(byName, fullNameKey(record)).map((known) => ({
      known,
      by: 'name' as const,
      shared: '',
    }))
    return unique([...named, ...sharing]).map(({ known, by, shared }) => ({
      ...{ _id: known._id, by, shared },
      ...{ isSure: false, isAmbiguous: false },
    }))
  }
  return { add, find }
}

export type BudIndex = ReturnType<typeof createBudIndex>

type Sharing = { known: Known; by: MatchBy; shared: string }

/** Names that contradict each other are those of two people, who share a mailbox or a landline. */
function agree(known: Known, record: Known, by: 'email' | 'phone') {
  if (by === 'phone') return areSimilarNames(known, record) && areOfOneGeneration(known, record)
  if (areOfOtherGenerations(known, record)) return false
  return (
    areSimilarNames(known, record) ||
    areSimilarFirstnames(known, record) ||
    lacksFirstname(record, known) ||
    lacksFirstname(known, record)
  )
}

/** One of them alone being 'Jr.' does not show it: a landline is that of his father, too. */
const areOfOneGeneration = (known: Known, record: Known) => generationOf(known) === generationOf(record)

const sameName = 30

/** How similar the names are, and then how many signs are the same. */
function rankOf(known: Known, record: Known, sharing: Sharing[]) {
  const signs = Math.min(9, sharing.filter((each) => each.known === known).length)
  if (areSameNames(known, record) && areOfOneGeneration(known, record)) return sameName + signs
  if (areSimilarNames(known, record)) return 20 + signs
  return (areSimilarFirstnames(known, record) ? 10 : 0) + signs
}

/** Each bud once, by its first sign. */
const unique = <T extends Sharing>(found: T[]) =>
  found.filter(({ known }, at) => found.findIndex((each) => each.known === known) === at)

/** What more buds have in common recognises none of them. */
const most = 20

function push(index: Map<string, Set<string>>, key: string, { _id }: Known) {
  const ids = index.get(key)
  if (!ids && key) index.set(key, new Set([_id]))
  else if (ids && ids.size < most) ids.add(_id)
}

const hasPhone = ({ phones }: Known, phone: string) => phones.some(({ value }) => isSamePhone(value, phone))
