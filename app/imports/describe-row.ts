import type { Bud, BudInput } from '~/buds/bud-input.server'
import type { ImportAction, ImportedRecord, MatchRule } from './import'
import { describeChange, filling, replacement } from './plan-row'

type StoredRow = {
  n: number
  line: number
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
  const { n, line, record, action, reason, onMatch } = row
  const fields = record?.fields as BudInput | undefined
  return {
    n,
    line,
    action,
    reason,
    onMatch,
    bud: fields ?? null,
    match: known ? person(known) : null,
    fields: fields ? changedFields(row, fields, known, rules) : [],
  }
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
