import { db } from '~/base/db/db.server'
import { answerText } from '~/events/guests/guest'
import { budLabels } from '~/people/buds/bud-fields'
import { rowText } from '~/people/buds/field-lines'
import { type RelationKind, relationName } from '~/people/relations/relation'
import { apiValue, auditedTable, fieldOf, nameOf } from './audited-tables.server'
import type { ChangedRecord, FieldChange, RowImage } from './change'
import { recordLabels } from './record-labels'
import { findNames } from './record-names.server'
import type { RowChange } from './row-changes.server'

/** The records of a change set with the fields that it changed. Empty values are left out of new and deleted records. */
export async function describeRecords(ownerId: string, changes: RowChange[]): Promise<ChangedRecord[]> {
  const ids = new Set(changes.flatMap(({ recordId, key }) => [recordId, ...Object.values(key).map(String)]))
  const names = await findNames(db, ownerId, [...ids])
  const records = new Map<string, RowChange[]>()
  for (const change of changes) {
    records.set(change.recordId, [...(records.get(change.recordId) ?? []), change])
  }
  return [...records].map(([_id, rows]) => {
    const [type] = rows.map(({ table }) => auditedTable(table).type)
    const own = rows.find(({ table }) => auditedTable(table).field === undefined)
    const image = own && (own.after ?? own.before)
    const name = names.get(_id) ?? (own && image ? nameOf(auditedTable(own.table), image) : '')
    const members = rows.filter(({ table }) => auditedTable(table).field === 'selectedBuds')
    const ofProposals = rows.filter(({ table }) => auditedTable(table).field === 'proposals')
    const fields = [
      ...(own ? changedFields(own) : []),
      ...changedMembers(members, names),
      ...changedAnswers(members, names),
      ...changedProposals(ofProposals),
      ...changedRelations(
        rows.filter(({ table }) => auditedTable(table).field === 'relations'),
        names,
      ),
    ]
    return { type: type ?? 'bud', _id, name, fields }
  })
}

function changedFields({ table: name, before, after }: RowChange): FieldChange[] {
  const table = auditedTable(name)
  const order = Object.keys(recordLabels[table.type])
  const fields = Object.keys(after ?? before ?? {}).flatMap((column) => {
    const field = fieldOf(table, column)
    if (!field || (!(before && after) && isEmpty((after ?? before)?.[column]))) return []
    const valueIn = (image: RowImage | null) => (image ? apiValue(table, column, image[column]) : null)
    return [{ name: field, before: valueIn(before), after: valueIn(after) }]
  })
  return fields.sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
}

/** The names of the members that were removed and of those that were added. */
function changedMembers(rows: RowChange[], names: Map<string, string>): FieldChange[] {
  if (rows.every(({ before, after }) => before && after)) return []
  const namesOf = (some: RowChange[]) => some.map(({ key }) => names.get(String(key.bud_id)) ?? '').sort()
  const [removed, added] = [rows.filter(({ after }) => !after), rows.filter(({ before }) => !before)]
  return [{ name: 'selectedBuds', before: namesOf(removed), after: namesOf(added) }]
}

/** The answers of attendees, in one line each: 'Ada Lovelace: Yes, Vegan'. */
function changedAnswers(rows: RowChange[], names: Map<string, string>): FieldChange[] {
  const linesOf = (side: 'before' | 'after') =>
    rows
      .filter(({ before, after }) => (before && after) || (before ?? after)?.answer)
      .flatMap(({ key, ...images }) => {
        const text = images[side] && answerText(images[side])
        return text ? [`${names.get(String(key.bud_id)) ?? ''}: ${text}`] : []
      })
      .sort()
  const [before, after] = [linesOf('before'), linesOf('after')]
  return before.length + after.length > 0 ? [{ name: 'guests', before, after }] : []
}

/** What was proposed in the proposals that were removed and in those that were added, as lines. */
function changedProposals(rows: RowChange[]): FieldChange[] {
  if (rows.length === 0) return []
  const linesOf = (images: (RowImage | null)[]) =>
    images.flatMap((image) =>
      Object.entries((image?.fields ?? {}) as Record<string, unknown[]>).flatMap(([name, list]) =>
        list.map((row) => `${budLabels[name as keyof typeof budLabels]}: ${rowText(row)}`),
      ),
    )
  const [removed, added] = [rows.filter(({ after }) => !after), rows.filter(({ before }) => !before)]
  const before = linesOf(removed.map(({ before }) => before))
  return [{ name: 'proposals', before, after: linesOf(added.map(({ after }) => after)) }]
}

/** The relations that were removed, added or edited, in one line each: 'Ada Lovelace: Mother'. An edit has what it changed. */
function changedRelations(rows: RowChange[], names: Map<string, string>): FieldChange[] {
  if (rows.length === 0) return []
  const linesOf = (side: 'before' | 'after') =>
    rows
      .flatMap(({ key, ...images }) => {
        const { kind, label, since, until, note } = images[side] ?? {}
        const title = label || (kind && relationName(kind as RelationKind))
        const facts = [title, since, until, note].filter(Boolean).join(', ')
        return images[side] ? [`${names.get(String(key.with_id)) ?? ''}: ${facts || 'nothing'}`] : []
      })
      .sort()
  return [{ name: 'relations', before: linesOf('before'), after: linesOf('after') }]
}

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
