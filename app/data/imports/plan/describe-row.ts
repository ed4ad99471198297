import type { RecordType } from '~/data/history/change'
import type { ImportAction, ImportedRecord, MatchRule } from '~/data/imports/import'
import type { BudInput } from '~/people/buds/bud-input.server'
import { addition, describeChange, filling, namedReason, replacement } from './plan-row'
import { type KnownBud, otherGroups, placesOf } from './plan-rows.server'

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
  known: KnownBud | undefined,
  rules: { onMatch: MatchRule; groups: boolean },
) {
  const { n, line, type, record, action, reason, onMatch } = row
  const read = type === 'bud' ? (record?.fields as BudInput | undefined) : undefined
  const { circles, notes } = placesOf(record?.groups ?? [], rules.groups)
  const fields = read && ({ ...read, ...addition(read, notes).change } as BudInput)
  return {
    n,
    line,
    type,
    name: record ? nameOf(type, record.fields) : '',
    action,
    reason: known ? namedReason(reason, known) : reason,
    onMatch,
    bud: fields ?? null,
    match: known ? person(known) : null,
    fields: read ? changedFields(row, read, known, rules.onMatch, { circles, notes }) : [],
  }
}

function nameOf(type: RecordType, { Firstname, Surname, Name, kind, on }: Record<string, unknown>) {
  if (type === 'bud') return `${Firstname} ${Surname}`.trim()
  return type === 'interaction' ? `${kind} ${on}` : String(Name)
}

const person = ({ _id, Firstname, Surname, photo }: KnownBud) => ({ _id, Firstname, Surname, photo })

function changedFields(
  { action, picture, onMatch }: StoredRow,
  fields: BudInput,
  known: KnownBud | undefined,
  rule: MatchRule,
  { circles, notes }: ReturnType<typeof placesOf>,
) {
  if (action !== 'add' && action !== 'update') return []
  const update = (onMatch ?? rule) === 'replace' ? replacement : filling
  const isUpdate = known && action === 'update'
  const { change } = isUpdate ? update(known, fields, otherGroups(notes, known)) : addition(fields, notes)
  const changed = describeChange({ action, change }, known)
  const photo = picture ? [{ name: 'photo', before: known?.photo ?? null, after: 'New photo' }] : []
  const groups = circles.length > 0 ? [{ name: 'circles', before: [], after: circles }] : []
  return [...changed, ...photo, ...groups]
}
