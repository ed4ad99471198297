import type { ImportAction, ImportedRecord, MatchRule } from '~/data/imports/import'
import { fullName, personOf } from '~/people/buds/bud'
import type { BudInput } from '~/people/buds/bud-input.server'
import type { RecordType } from '~/people/buds/record-kinds'
import { relationTitle } from '~/people/relations/relation'
import { addition, describeChange, filling, namedReason, replacement } from './plan-row'
import { newRelations, placesOf, type StoredBud, withTags } from './plan-rows.server'

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
  const places = placesOf(record?.groups ?? [], rules.groups)
  const added = read && withTags({ fields: read }, places, undefined)
  const fields = added && ({ ...added.record, ...addition(added.record, added.groups).change } as BudInput)
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
    fields: read
      ? [...changedFields(row, read, stored, rules.onMatch, places), ...relationsOf(row, stored)]
      : [],
  }
}

/** Who becomes what to the bud. */
function relationsOf({ action, record }: StoredRow, stored: StoredBud | undefined) {
  if (!record || (action !== 'add' && action !== 'update')) return []
  const after = newRelations(record, action === 'update' ? stored : undefined)
  if (after.length === 0) return []
  return [{ name: 'relations', before: [], after: after.map((one) => `${relationTitle(one)}: ${one.name}`) }]
}

function nameOf(
  type: RecordType,
  { Firstname, Surname, Name, kind, on, name = Name }: Record<string, unknown>,
) {
  if (type === 'bud') return fullName({ Firstname: String(Firstname), Surname: String(Surname) })
  return type === 'interaction' ? `${kind} ${on}` : String(name)
}

function changedFields(
  { action, picture, onMatch }: StoredRow,
  fields: BudInput,
  stored: StoredBud | undefined,
  rule: MatchRule,
  places: ReturnType<typeof placesOf>,
) {
  if (action !== 'add' && action !== 'update') return []
  const update = (onMatch ?? rule) === 'replace' ? replacement : filling
  const isUpdate = stored && action === 'update'
  const { record, groups } = withTags({ fields }, places, isUpdate ? stored : undefined)
  const { change } = isUpdate ? update(stored, record, groups) : addition(record, groups)
  const changed = describeChange({ action, change }, stored)
  const photo = picture ? [{ name: 'photo', before: stored?.photo ?? null, after: 'New photo' }] : []
  const { circles } = places
  const joined = circles.length > 0 ? [{ name: 'circles', before: [], after: circles }] : []
  return [...changed, ...photo, ...joined]
}
