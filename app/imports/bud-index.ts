import { emailKey, type LabelledValue } from '~/buds/contact'
import { isSamePhone, phoneKey } from '~/buds/phone-numbers'

/** What a bud is recognised by. */
export type Known = {
  _id: string
  Firstname: string
  Surname: string
  Nickname: string
  emails: LabelledValue[]
  phones: LabelledValue[]
}

/** How a bud was recognised. The same name alone only suggests that it is the same person. */
export type MatchBy = 'id' | 'email' | 'phone' | 'name'
export type Match = { _id: string; by: MatchBy; shared: string }

/** Finds the buds that a record may be about: by its own id, by email, by phone with a similar name, by full name. */
export function createBudIndex() {
  const byId = new Map<string, Known>()
  const byEmail = new Map<string, Known[]>()
  const byPhone = new Map<string, Known[]>()
  const byName = new Map<string, Known[]>()

  function add(known: Known) {
    byId.set(known._id, known)
    for (const { value } of known.emails) push(byEmail, emailKey(value), known)
    for (const { value } of known.phones) push(byPhone, phoneKey(value), known)
    push(byName, nameKey(known), known)
  }

  /**
   * The matches by the strongest sign that there is, those with the most similar name first. A bud whose id is in `others`
   * has a record of its own in the file.
   */
  function find(record: Known, ownId: string, others?: Set<string>): Match[] {
    const own = byId.get(ownId)
    if (own) return [{ _id: own._id, by: 'id', shared: '' }]
    const isFree = ({ _id }: Known) => !others?.has(_id)
    for (const { value } of record.emails) {
      const found = (byEmail.get(emailKey(value)) ?? []).filter(isFree)
      if (found.length > 0) return matches(similarFirst(found, record), 'email', value)
    }
    for (const { value } of record.phones) {
      const found = (byPhone.get(phoneKey(value)) ?? []).filter(
        (known) => isFree(known) && hasPhone(known, value) && similarity(known, record) > 0,
      )
      if (found.length > 0) return matches(similarFirst(found, record), 'phone', value)
    }
    return matches((byName.get(nameKey(record)) ?? []).filter(isFree), 'name', '')
  }
  return { add, find }
}

export type BudIndex = ReturnType<typeof createBudIndex>

const matches = (found: Known[], by: MatchBy, shared: string) => found.map(({ _id }) => ({ _id, by, shared }))

/** What more buds have in common recognises none of them. */
const most = 20

function push(index: Map<string, Known[]>, key: string, known: Known) {
  const list = index.get(key)
  if (!list && key) index.set(key, [known])
  else if (list && list.length < most) list.push(known)
}

const hasPhone = ({ phones }: Known, phone: string) => phones.some(({ value }) => isSamePhone(value, phone))

function similarFirst(found: Known[], record: Known) {
  const ranked = found.map((known) => ({ known, rank: similarity(known, record) }))
  return ranked.sort((a, b) => b.rank - a.rank).map(({ known }) => known)
}

const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()
const nameKey = ({ Firstname, Surname }: Known) => fold(`${Firstname} ${Surname}`)
const wordsOf = ({ Firstname, Surname, Nickname }: Known) =>
  new Set(
    fold(`${Firstname} ${Surname} ${Nickname}`)
      .split(/[^\p{L}\d]+/u)
      .filter((word) => word.length > 1),
  )

/** The same full name, the same first name, a common word, or nothing in common. */
function similarity(a: Known, b: Known) {
  if (nameKey(a) === nameKey(b)) return 3
  if (isSameFirstname(a, b)) return 2
  const words = wordsOf(a)
  return [...wordsOf(b)].some((word) => words.has(word)) ? 1 : 0
}

export const isSameFirstname = (a: Pick<Known, 'Firstname'>, b: Pick<Known, 'Firstname'>) =>
  fold(a.Firstname) === fold(b.Firstname)
