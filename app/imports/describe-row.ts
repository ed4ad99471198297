import type { Bud, BudInput } from '~/buds/bud-input.server'
import type { RecordType } from '~/history/change'
import type { ImportAction, ImportedRecord, MatchRule } from './import'
import { describeChange, filling, replacement } from './plan-row'

type StoredRow = {
  n: number
  line: number
  type: RecordType
  record: ImportedRecord | null
  picture: Buffer | null
  action: ImportAction
  reason: string
  matchId: string | null
  onMatch: MatchRule | null
}

/** A row as the API returns it: what would happen to the record, and what would change. */
export function describeRow(
  row: StoredRow,
  known: Bud | undefined,
  rules: { onMatch: MatchRule; groups: boolean },
) {
  const { n, line, type, record, action, reason, onMatch } = row
  const fields = type === 'bud' ? (record?.fields as BudInput | undefined) : undefined
  return {
    n,
    line,
    type,
    name: record ? nameOf(type, record.fields) : '',
    action,
    reason,
    onMatch,
    bud: fields ?? null,
    match: known ? person(known) : null,
    fields: fields ? changedFields(row, fields, known, rules) : [],
  }
}

function nameOf(type: RecordType, { Firstname, Surname, Name, kind, on }: Record<string, unknown>) {
  if (type === 'bud') return `${Firstname} ${Surname}`.trim()
  return type === 'interaction' ? `${kind} ${on}` : String(Name)
}

const person = ({ _id, Firstname, Surname, photo }: Bud) => ({ _id, Firstname, Surname, photo })

function changedFields(
  { action, picture, record, onMatch }: StoredRow,
  fields: BudInput,
  known: Bud | undefined,
  rules: { onMatch: MatchRule; groups: boolean },
) {
  if (action !== 'add' && action !== 'update') return []
  const rule = onMatch ?? rules.onMatch
  const change =
    known && action === 'update' ? (rule === 'replace' ? replacement : filling)(known, fields) : {}
  const changed = describeChange({ action, change, reason: '', match: null }, fields, known)
  const photo = picture ? [{ name: 'photo', before: known?.photo ?? null, after: 'New photo' }] : []
  const groups = rules.groups ? (record?.groups ?? []) : []
  const circles = groups.length > 0 ? [{ name: 'circles', before: [], after: groups }] : []
  return [...changed, ...photo, ...circles]
}
