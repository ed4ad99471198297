import { isDeepStrictEqual } from 'node:util'
import type { ImportAction, MatchRule } from '~/data/imports/import'
import { fullName } from '~/people/buds/bud'
import { budLabels, optionFields, type TextField, textFields } from '~/people/buds/bud-fields'
import type { Bud, BudInput } from '~/people/buds/bud-input.server'
import { noRoomFor, surplusLine, withinNotes, withSurplus } from '~/people/buds/surplus'
import { tagLimit, uniteTags } from '~/people/buds/tags'
import { rowFields, uniteRows } from '~/people/buds/united-rows'
import { lacksFirstname } from '~/people/duplicates/similar-names'
import type { Match } from './bud-index'

/** What the import does with a record: `change` has the fields to write to the bud that it is about or that is added. */
export type RowPlan = {
  action: ImportAction
  reason: string
  match: string | null
  change: Partial<BudInput>
}

/** `record` has the tags for this bud, and `groups` are those that belong into its notes. */
export type Candidate = { match: Match; bud: BudInput; record: BudInput; groups: string[] }

/**
 * Plans what an import does with a record. `candidates` are the buds that it may be about. If none of them is sure, it is
 * added, unless one has all of its values already or the user chose a rule for this row. `groups` belong into the notes of a
 * new bud.
 */
export function planRow(
  record: BudInput,
  candidates: Candidate[],
  { rule, isChosen, groups }: { rule: MatchRule; isChosen: boolean; groups: string[] },
): RowPlan {
  const [first] = candidates
  const reason = first ? reasonOf(first.match) : ''
  const match = first?.match._id ?? null
  const isFound = first !== undefined && (first.match.isSure || isChosen)
  if (rule === 'skip' && (isChosen || isFound))
    return { action: 'skip', reason: first ? reason : 'Left out', match, change: {} }
  const added = () => {
    const { change, lost } = addition(record, groups)
    return { action: 'add' as const, reason: lines(reason, lost), match, change }
  }
  if (!first || rule === 'add') return added()
  if (!isFound) {
    const stored = candidates.find((each) => isStored(each.bud, each.record, each.groups))
    return stored ? { action: 'unchanged', reason, match: stored.match._id, change: {} } : added()
  }
  const plan = rule === 'replace' ? replacement : filling
  const { change, lost } = plan(first.bud, first.record, first.groups)
  const kept = textFields.filter((field) => !(field in change) && !hasText(first.bud, record, field))
  const keeps = kept.length > 0 ? `; kept: ${kept.map((field) => budLabels[field]).join(', ')}` : ''
  const action = Object.keys(change).length > 0 ? 'update' : 'unchanged'
  return { action, reason: lines(reason + keeps, lost), match, change }
}

const lines = (...parts: string[]) => parts.filter(Boolean).join('\n')

/** Stands for the name of the bud, which the reason of a row does not store. */
const otherBud = 'a bud, but another name'

function reasonOf({ by, shared, isSure, isAmbiguous }: Match) {
  if (by === 'id') return 'It is the same record'
  if (by === 'name') return 'A bud has the same name'
  if (isAmbiguous) return `More than one bud has the same ${by} and a similar name: ${shared}`
  if (!isSure) return `The same ${by} as ${otherBud}: ${shared}`
  return by === 'email' ? `The same email: ${shared}` : `The same phone and a similar name: ${shared}`
}

/** A reason with the name of the bud that it is about. */
export const namedReason = (reason: string, bud: Pick<Bud, 'Firstname' | 'Surname'>) =>
  reason.replace(otherBud, () => `${fullName(bud)}, but another name`)

/** What is written. `lost` says what the notes had no room for. */
type Written = { change: Partial<BudInput>; lost: string }

/** All fields of a new bud, with the groups in its notes. */
export function addition(record: BudInput, groups: string[]): Written {
  return withNotes(record, { ...record }, groupLines(record.notes, groups))
}

/** The fields that are empty in the bud, and the rows that its lists lack. */
export function filling(bud: BudInput, record: BudInput, groups: string[] = []): Written {
  const change: Partial<BudInput> = {}
  for (const field of textFields) if (bud[field] === '' && record[field] !== '') change[field] = record[field]
  if (lacksFirstname(bud, record) && !lacksFirstname(record, bud)) change.Firstname = record.Firstname
  if (bud.Budtype === 'Other' && record.Budtype !== 'Other') change.Budtype = record.Budtype
  if (bud.cadenceDays === null && record.cadenceDays !== null) change.cadenceDays = record.cadenceDays
  for (const field of optionFields) {
    const united = [...new Set([...bud[field], ...record[field]])]
    if (united.length > bud[field].length) change[field] = united
  }
  const tags = uniteTags(bud.tags, record.tags ?? [])
  const beyondTags = tags.splice(tagLimit)
  if (tags.length > bud.tags.length) change.tags = tags
  const surplus = rowFields.flatMap((field) => {
    if (record[field].length === 0) return []
    const { united, beyond } = uniteRows(field, bud[field], record[field])
    if (!isDeepStrictEqual(united, bud[field])) Object.assign(change, { [field]: united })
    return beyond.map((row) => surplusLine(field, row))
  })
  if (beyondTags.length > 0) surplus.push(surplusLine('tags', beyondTags))
  return withNotes(bud, change, [...surplus, ...groupLines(change.notes ?? bud.notes, groups)])
}

/** A change with lines that the notes do not have, as far as there is room for them. */
function withNotes(bud: BudInput, change: Partial<BudInput>, surplus: string[]): Written {
  const before = change.notes ?? bud.notes
  const { kept, rest } = withinNotes(withSurplus(before, surplus))
  return {
    change: kept === before ? change : { ...change, notes: kept },
    lost: rest && noRoomFor(rest),
  }
}

const groupsLabel = 'Groups: '

/** The groups that no such line of the notes has, as a line. */
function groupLines(notes: string, groups: string[]) {
  const noted = notes
    .split('\n')
    .filter((line) => line.startsWith(groupsLabel))
    .map((line) => `, ${line.slice(groupsLabel.length)}, `)
  const others = groups.filter((name) => !noted.some((line) => line.includes(`, ${name}, `)))
  return others.length > 0 ? [groupsLabel + others.join(', ')] : []
}

/** All fields that the record has, in place of those of the bud. */
export function replacement(bud: BudInput, record: BudInput, groups: string[] = []): Written {
  const change: Partial<BudInput> = {}
  for (const [field, value] of Object.entries(given(record))) {
    const isStandIn = field === 'Firstname' && lacksFirstname(record, bud)
    if (!isStandIn && !isDeepStrictEqual(bud[field as keyof BudInput], value))
      Object.assign(change, { [field]: value })
  }
  return withNotes(bud, change, groupLines(change.notes ?? bud.notes, groups))
}

/** The fields that are neither empty nor the default. */
const given = (record: Partial<BudInput>) =>
  Object.fromEntries(
    Object.entries(record).filter(([field, value]) => {
      const isEmpty = value === '' || value === null || (Array.isArray(value) && value.length === 0)
      return !isEmpty && !(field === 'Budtype' && value === 'Other')
    }),
  ) as Partial<BudInput>

/** What a record adds to another record of the same person in the file. Texts that differ go to the notes. */
export function folded(first: BudInput, record: BudInput): Written {
  const filled = filling(first, record)
  const others = textFields.filter((field) => !(field in filled.change) && !hasText(first, record, field))
  const surplus = others.map((field) =>
    field === 'notes' ? record.notes : surplusLine(field, record[field]),
  )
  const { change, lost } = withNotes(first, filled.change, surplus)
  return { change, lost: lines(filled.lost, lost) }
}

/** Whether a bud has every value of a record. */
export function isStored(bud: BudInput, record: BudInput, groups: string[] = []) {
  const { change } = filling(bud, record, groups)
  return Object.keys(change).length === 0 && textFields.every((field) => hasText(bud, record, field))
}

function hasText(bud: BudInput, record: BudInput, field: TextField) {
  if (record[field] === '' || bud[field] === record[field]) return true
  if (field === 'notes') return bud.notes.includes(record.notes)
  return field === 'Firstname' && lacksFirstname(record, bud)
}

/** The fields of a change or of a new record, for people. */
export function describeChange(
  { action, change }: Pick<RowPlan, 'action' | 'change'>,
  bud: Partial<Bud> | undefined,
) {
  const after = action === 'add' ? given(change) : change
  const names = Object.keys(budLabels).filter((name) => name in after)
  return names.map((name) => ({
    name,
    before: action === 'update' ? (bud?.[name as keyof Bud] ?? null) : null,
    after: after[name as keyof BudInput],
  }))
}
