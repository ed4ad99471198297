import { isDeepStrictEqual } from 'node:util'
import { budLabels } from '~/buds/bud'
import type { Bud, BudInput } from '~/buds/bud-input.server'
import type { BudDate, LabelledValue } from '~/buds/contact'
import { isSamePhone } from '~/buds/phone-numbers'
import type { Match } from './bud-index'
import { fitBud } from './fit-bud.server'
import type { ImportAction, MatchRule } from './import'
import { emptyPerson } from './person'

/** What the import does with a record: `change` has the fields to write to the bud that it is about. */
export type RowPlan = {
  action: ImportAction
  reason: string
  match: string | null
  change: Partial<BudInput>
}

export type Candidate = { match: Match; bud: BudInput }

type Texts = 'Firstname' | 'Surname' | 'Nickname' | 'Occupation' | 'Location' | 'OccupationLocation'
type Lists = 'emails' | 'phones' | 'addresses' | 'links' | 'dates' | 'customFields'
type Options = 'hobbies' | 'preferences' | 'industry' | 'origination'

const texts: (Texts | 'LastInteraction' | 'notes')[] = [
  'Firstname',
  'Surname',
  'Nickname',
  'Occupation',
  'Location',
  'OccupationLocation',
  'LastInteraction',
  'notes',
]
const options: Options[] = ['hobbies', 'preferences', 'industry', 'origination']

const lower = (text: string) => text.trim().toLowerCase()

/** Rows with the same key say the same. */
const keys: { [F in Lists]: (row: BudInput[F][number]) => string } = {
  emails: ({ value }) => lower(value),
  phones: ({ value }) => value.replace(/\D/g, ''),
  addresses: ({ label: _, ...parts }) => Object.values(parts).map(lower).sort().join('\n'),
  links: ({ value }) => lower(value).replace(/\/$/, ''),
  dates: ({ label, month, day }) => `${month}-${day} ${lower(label)}`,
  customFields: ({ name, value }) => `${lower(name)}: ${lower(value)}`,
}
const lists = Object.keys(keys) as Lists[]

/**
 * Plans what an import does with a record. `candidates` are the buds that it may be about. If they have only the name in
 * common with it, it is added, unless one has all of its values already or the user chose a rule for this row.
 */
export function planRow(
  record: BudInput,
  candidates: Candidate[],
  { rule, isChosen }: { rule: MatchRule; isChosen: boolean },
): RowPlan {
  const [first] = candidates
  const reason = first ? reasonOf(first.match) : ''
  if (rule === 'skip' && (isChosen || (first && first.match.by !== 'name')))
    return {
      action: 'skip',
      reason: first ? reason : 'Left out',
      match: first?.match._id ?? null,
      change: {},
    }
  if (!first) return { action: 'add', reason: '', match: null, change: {} }
  if (rule === 'add') return { action: 'add', reason, match: first.match._id, change: {} }
  if (first.match.by === 'name' && !isChosen) {
    const stored = candidates.find(({ bud }) => isStored(bud, record))
    return stored
      ? { action: 'unchanged', reason, match: stored.match._id, change: {} }
      : { action: 'add', reason, match: first.match._id, change: {} }
  }
  const change = rule === 'replace' ? replacement(first.bud, record) : filling(first.bud, record)
  const kept = texts.filter((field) => !(field in change) && !hasText(first.bud, record, field))
  const keeps = kept.length > 0 ? `; kept: ${kept.map((field) => budLabels[field]).join(', ')}` : ''
  const action = Object.keys(change).length > 0 ? 'update' : 'unchanged'
  return { action, reason: reason + keeps, match: first.match._id, change }
}

function reasonOf({ by, shared }: Match) {
  if (by === 'id') return 'It is the same record'
  if (by === 'email') return `The same email: ${shared}`
  if (by === 'phone') return `The same phone and a similar name: ${shared}`
  return 'A bud has the same name'
}

/** The fields that are empty in the bud, and the rows that its lists lack. */
export function filling(bud: BudInput, record: BudInput): Partial<BudInput> {
  const change: Partial<BudInput> = {}
  for (const field of texts) if (bud[field] === '' && record[field] !== '') change[field] = record[field]
  if (bud.Budtype === 'Other' && record.Budtype !== 'Other') change.Budtype = record.Budtype
  if (bud.cadenceDays === null && record.cadenceDays !== null) change.cadenceDays = record.cadenceDays
  for (const field of options) {
    const united = [...new Set([...bud[field], ...record[field]])]
    if (united.length > bud[field].length) change[field] = united
  }
  const united = Object.fromEntries(lists.map((field) => [field, unite(field, bud[field], record[field])]))
  return withinLimits(bud, change, united as Pick<BudInput, Lists>)
}

type Row<F extends Lists> = BudInput[F][number]

/** The bud's own rows stay as they are, also if two of them say the same. */
function unite<F extends Lists>(field: F, rows: Row<F>[], more: Row<F>[]): Row<F>[] {
  const keyOf = keys[field] as (row: Row<F>) => string
  const given = new Map(more.map((row) => [keyOf(row), row]))
  const own = rows.map((row) => {
    const same = field === 'dates' ? given.get(keyOf(row)) : undefined
    return same ? (withYear(row as BudDate, same as BudDate) as Row<F>) : row
  })
  const known = new Set(rows.map(keyOf))
  const isSame = field === 'phones' ? isAnyPhone(rows as LabelledValue[]) : () => false
  return [
    ...own,
    ...[...given].flatMap(([key, row]) => (known.has(key) || isSame(row as LabelledValue) ? [] : [row])),
  ]
}

const isAnyPhone = (phones: LabelledValue[]) => (row: LabelledValue) =>
  phones.some(({ value }) => isSamePhone(value, row.value))

const withYear = (stored: BudDate, { year }: BudDate) => ({ ...stored, year: stored.year ?? year })

/** What exceeds the limit of a list goes to the notes, once. */
function withinLimits(bud: BudInput, change: Partial<BudInput>, united: Pick<BudInput, Lists>) {
  const changed = lists.filter((field) => !isDeepStrictEqual(united[field], bud[field]))
  if (changed.length === 0) return change
  const person = { ...emptyPerson(0), Firstname: 'Bud', ...united }
  const { bud: fitted } = fitBud(person)
  if (!fitted) return change
  for (const field of changed)
    if (!isDeepStrictEqual(fitted[field], bud[field])) Object.assign(change, { [field]: fitted[field] })
  const notes = change.notes ?? bud.notes
  const surplus = fitted.notes.split('\n').filter((line) => line !== '' && !notes.includes(line))
  if (surplus.length > 0) {
    const { bud: noted } = fitBud({ ...emptyPerson(0), Firstname: 'Bud', notes: [notes, surplus.join('\n')] })
    if (noted && noted.notes !== bud.notes) change.notes = noted.notes
  }
  return change
}

/** All fields that the record has, in place of those of the bud. */
export function replacement(bud: BudInput, record: BudInput): Partial<BudInput> {
  const change: Partial<BudInput> = {}
  for (const [field, value] of Object.entries(record)) {
    const isEmpty = value === '' || value === null || (Array.isArray(value) && value.length === 0)
    const isDefault = field === 'Budtype' && value === 'Other'
    const stored = bud[field as keyof BudInput]
    if (!isEmpty && !isDefault && !isDeepStrictEqual(stored, value)) Object.assign(change, { [field]: value })
  }
  return change
}

/** What a record adds to another record of the same person in the file. Texts that differ go to the notes. */
export function folded(first: BudInput, record: BudInput): Partial<BudInput> {
  const change = filling(first, record)
  const lost = texts.filter((field) => !(field in change) && !hasText(first, record, field))
  if (lost.length === 0) return change
  const lines = lost.map((field) =>
    field === 'notes' ? record.notes : `${budLabels[field]}: ${record[field]}`,
  )
  const notes = [change.notes ?? first.notes, lines.join('\n')]
  const { bud } = fitBud({ ...emptyPerson(0), Firstname: 'Bud', notes })
  return bud ? { ...change, notes: bud.notes } : change
}

/** Whether a bud has every value of a record. */
export function isStored(bud: BudInput, record: BudInput) {
  const others = filling(bud, record)
  return Object.keys(others).length === 0 && texts.every((field) => hasText(bud, record, field))
}

const hasText = (bud: BudInput, record: BudInput, field: (typeof texts)[number]) =>
  record[field] === '' ||
  bud[field] === record[field] ||
  (field === 'notes' && bud.notes.includes(record.notes))

/** The fields of a change or of a new record, for people. */
export function describeChange(plan: RowPlan, record: BudInput, bud: Partial<Bud> | undefined) {
  const after = plan.action === 'add' ? replacement(emptyBud, record) : plan.change
  const names = Object.keys(budLabels).filter((name) => name in after)
  return names.map((name) => ({
    name,
    before: plan.action === 'update' ? (bud?.[name as keyof Bud] ?? null) : null,
    after: after[name as keyof BudInput],
  }))
}

const emptyBud = {} as BudInput
