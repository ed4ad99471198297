import { isDeepStrictEqual } from 'node:util'
import { budLabels, optionFields } from '~/buds/bud'
import type { Bud, BudInput } from '~/buds/bud-input.server'
import { type RowField, rowFields, uniteRows } from '~/buds/united-rows'
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
  for (const field of optionFields) {
    const united = [...new Set([...bud[field], ...record[field]])]
    if (united.length > bud[field].length) change[field] = united
  }
  const united = Object.fromEntries(
    rowFields.map((field) => [field, unite(field, bud[field], record[field])]),
  )
  return withinLimits(bud, change, united as Pick<BudInput, RowField>)
}

function unite<Field extends RowField>(field: Field, rows: BudInput[Field], more: BudInput[Field]) {
  if (more.length === 0) return rows
  const { united, beyond } = uniteRows(field, rows, more)
  return [...united, ...beyond]
}

/** What exceeds the limit of a list goes to the notes, once. */
function withinLimits(bud: BudInput, change: Partial<BudInput>, united: Pick<BudInput, RowField>) {
  const changed = rowFields.filter((field) => !isDeepStrictEqual(united[field], bud[field]))
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
