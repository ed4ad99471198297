import type { LabelledValue } from '~/buds/contact'

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

  /** The matches by the strongest sign that there is, those with a similar name first. */
  function find(record: Known, ownId: string): Match[] {
    const own = byId.get(ownId)
    if (own) return [{ _id: own._id, by: 'id', shared: '' }]
    for (const { value } of record.emails) {
      const found = byEmail.get(emailKey(value)) ?? []
      if (found.length > 0) return matches(similarFirst(found, record), 'email', value)
    }
    for (const { value } of record.phones) {
      const found = (byPhone.get(phoneKey(value)) ?? []).filter((known) => isSimilarName(known, record))
      if (found.length > 0) return matches(found, 'phone', value)
    }
    return matches(byName.get(nameKey(record)) ?? [], 'name', '')
  }
  return { add, find }
}

export type BudIndex = ReturnType<typeof createBudIndex>

const matches = (found: Known[], by: MatchBy, shared: string) => found.map(({ _id }) => ({ _id, by, shared }))

function push(index: Map<string, Known[]>, key: string, known: Known) {
  const list = index.get(key)
  if (list) list.push(known)
  else if (key) index.set(key, [known])
}

const similarFirst = (found: Known[], record: Known) =>
  [...found].sort((a, b) => Number(isSimilarName(b, record)) - Number(isSimilarName(a, record)))

const emailKey = (email: string) => email.trim().toLowerCase()

/** National and international spellings of a number have their last digits in common. */
const significantDigits = 9
const shortestNumber = 7

function phoneKey(phone: string) {
  const digits = phone.replace(/\(0\)/, '').replace(/\D/g, '')
  return digits.length < shortestNumber ? '' : digits.slice(-significantDigits)
}

const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()
const nameKey = ({ Firstname, Surname }: Known) => fold(`${Firstname} ${Surname}`)
const wordsOf = ({ Firstname, Surname, Nickname }: Known) =>
  new Set(
    fold(`${Firstname} ${Surname} ${Nickname}`)
      .split(/[^\p{L}\d]+/u)
      .filter((word) => word.length > 1),
  )

/** Whether two names share a word, such as the first name. */
function isSimilarName(a: Known, b: Known) {
  const words = wordsOf(a)
  return [...wordsOf(b)].some((word) => words.has(word))
}
