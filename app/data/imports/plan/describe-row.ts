import type { ImportAction, ImportedRecord, MatchRule } from '~/data/imports/import'
import { fullName, personOf } from '~/people/buds/bud'
import type { BudInput } from '~/people/buds/bud-input.server'
import type { RecordType } from '~/people/buds/record-kinds'
import { addition, describeChange, filling, namedReason, replacement } from './plan-row'
import { otherGroups, placesOf, type StoredBud } from './plan-rows.server'

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
  stored: StoredBud | undefined,
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
    reason: stored ? namedReason(reason, stored) : reason,
    onMatch,
    bud: fields ?? null,
    match: stored ? personOf(stored) : null,
    fields: read ? changedFields(row, read, stored, rules.onMatch, { circles, notes }) : [],
  }
}

function nameOf(type: RecordType, { Firstname, Surname, Name, kind, on }: Record<string, unknown>) {
  if (type === 'bud') return fullName({ Firstname: String(Firstname), Surname: String(Surname) })
  return type === 'interaction' ? `${kind} ${on}` : String(Name)
}

function changedFields(
  { action, picture, onMatch }: StoredRow,
  fields: BudInput,
  stored: StoredBud | undefined,
  rule: MatchRule,
  { circles, notes }: ReturnType<typeof placesOf>,
) {
  if (action !== 'add' && action !== 'update') return []
  const update = (onMatch ?? rule) === 'replace' ? replacement : filling
  const isUpdate = stored && action === 'update'
  const { change } = isUpdate ? update(stored, fields, otherGroups(notes, stored)) : addition(fields, notes)
  const changed = describeChange({ action, change }, stored)
  const photo = picture ? [{ name: 'photo', before: stored?.photo ?? null, after: 'New photo' }] : []
  const groups = circles.length > 0 ? [{ name: 'circles', before: [], after: circles }] : []
  return [...changed, ...photo, ...groups]
}
