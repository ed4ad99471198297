import { isDeepStrictEqual } from 'node:util'
import { type AuditedTable, auditedTable, fieldOf } from './audited-tables.server'
import type { RowImage } from './change'
import type { RowChange } from './row-changes.server'

/** A row of a circle's or event's members, a photo or a proposal. */
export type Part = Pick<RowChange, 'table' | 'recordId' | 'key'>

/** The rows that a change set has touched, and the parts that refer to its records, as they are now. */
export type CurrentRows = {
  row: (change: Pick<RowChange, 'table' | 'key'>) => RowImage | undefined
  partsWith: (recordId: string) => Part[]
}

export type UndoPlan = {
  restore: RowChange[]
  remove: RowChange[]
  /** Updates with the columns to write. `isAsBefore`: afterwards the record is as it was before the change. */
  update: { change: RowChange; columns: string[]; isAsBefore: boolean }[]
  /** The fields that stay as they are, by the id of their record. */
  kept: Map<string, { table: AuditedTable; fields: Set<string> }>
}

/** The table with a record's own row, which its parts refer to by this column. The id of a part itself is not listed. */
const parents: Record<string, string> = {
  circle_id: 'circles',
  event_id: 'events',
  interaction_id: 'interactions',
  bud_id: 'buds',
}

export const idOf = (change: Pick<RowChange, 'table' | 'key'>) =>
  [change.table, ...Object.values(change.key)].join(' ')

const isPart = ({ table }: { table: string }) => auditedTable(table).field !== undefined

/** What the plan for some records of a change set has to know of the others. */
export type OtherRecords = {
  /** The parts that the change set has added, with the time of their answers. */
  addedParts: Map<string, unknown>
  /** The records other than buds that the change set has added. Their undo comes first. */
  added: Set<string>
}

/**
 * Plans how to take back a change set, or some of its records. It neither overwrites nor removes what another change has
 * written since (product 16.3).
 */
export function planUndo(changes: RowChange[], current: CurrentRows, others?: OtherRecords): UndoPlan {
  const plan: UndoPlan = { restore: [], remove: [], update: [], kept: new Map() }
  const records = changes.filter((change) => !isPart(change))
  const parts = changes.filter(isPart)
  const addedParts =
    others?.addedParts ??
    new Map(parts.filter(({ before }) => !before).map((part) => [idOf(part), answeredAt(part, part.after)]))
  /** Added records. The parts of one that stays, stay too, and those of the others are removed with it. */
  const added = new Set(others?.added)
  const restored = new Set<string>()

  function keep({ table, recordId }: Pick<RowChange, 'table' | 'recordId'>, fields: string[]) {
    const kept = plan.kept.get(recordId) ?? { table: auditedTable(table), fields: new Set<string>() }
    for (const field of fields) kept.fields.add(field)
    plan.kept.set(recordId, kept)
  }

  function keepDifferences(change: RowChange, image: RowImage, row: RowImage) {
    const fields = fieldsOf(change, differences(image, row))
    if (fields.length > 0) keep(change, fields)
    return fields.length > 0
  }

  function undoInsert(change: RowChange, after: RowImage) {
    const row = current.row(change)
    if (!row) {
      keep(change, [])
      added.add(change.recordId)
      return
    }
    const isOwn = (part: Part) =>
      addedParts.has(idOf(part)) && addedParts.get(idOf(part)) === answeredAt(part, current.row(part))
    const foreign = current.partsWith(change.recordId).filter((part) => !isOwn(part))
    const isChanged = keepDifferences(change, after, row)
    if (foreign.length > 0) keep(change, [])
    for (const part of foreign) keep(part, fieldOfPart(part))
    const isRemoved = !isChanged && foreign.length === 0
    added.add(change.recordId)
    if (isRemoved) plan.remove.push(change)
  }

  function undoDelete(change: RowChange, before: RowImage) {
    const row = current.row(change)
    if (row) return void keepDifferences(change, before, row)
    plan.restore.push(change)
    restored.add(change.recordId)
  }

  function undoUpdate(change: RowChange, before: RowImage, after: RowImage) {
    const row = current.row(change)
    const columns = Object.keys(after).filter((column) => column !== 'version')
    const isOverwritten = answeredAt(change, row) !== answeredAt(change, after)
    const unchanged = columns.filter(
      (column) => row && !isOverwritten && isDeepStrictEqual(row[column], after[column]),
    )
    const own = row ? withoutReversedRange(change, unchanged, before, row) : []
    const others = fieldsOf(
      change,
      columns.filter((column) => !own.includes(column)),
    )
    if (others.length > 0 || !row) keep(change, others)
    if (row) plan.update.push({ change, columns: own, isAsBefore: row.version === after.version })
  }

  function undoInsertedPart(change: RowChange, after: RowImage) {
    if (added.has(change.recordId)) return
    const row = current.row(change)
    if (row ? !isSamePart(change, row, after) : missingParents(change).includes(change.recordId))
      keep(change, fieldOfPart(change))
    else if (row) plan.remove.push(change)
  }

  function undoDeletedPart(change: RowChange, before: RowImage) {
    const row = current.row(change)
    const missing = missingParents(change)
    if (row ? isSamePart(change, row, before) : missing.length === 0) {
      if (!row) plan.restore.push(change)
      return
    }
    keep(change, fieldOfPart(change))
    for (const [column, id] of Object.entries(change.key))
      if (missing.includes(String(id))) keep({ table: parents[column] ?? '', recordId: String(id) }, [])
  }

  /** Keeps the members of a record that would have more of them than the limit of its table. */
  function keepCrowded() {
    const counts = new Map<string, number>()
    const listOf = ({ table, recordId }: Part) => `${table} ${recordId}`
    const add = (part: Part, count: number) =>
      counts.set(listOf(part), (counts.get(listOf(part)) ?? 0) + count)
    const restoredParts = plan.restore.filter(isPart)
    for (const part of new Map(restoredParts.map((part) => [listOf(part), part])).values())
      add(part, current.partsWith(part.recordId).filter((other) => listOf(other) === listOf(part)).length)
    for (const part of restoredParts) add(part, 1)
    for (const part of plan.remove) add(part, -1)
    plan.restore = plan.restore.filter((change) => {
      const { limit = Number.POSITIVE_INFINITY } = auditedTable(change.table)
      const isCrowded = (counts.get(listOf(change)) ?? 0) > limit
      if (isCrowded) keep(change, fieldOfPart(change))
      return !isCrowded
    })
  }

  /** The ids of the records that a part refers to and that are gone. */
  function missingParents({ key }: Part) {
    const isGone = ([column, id]: [string, unknown]) => {
      const table = parents[column]
      return table !== undefined && !restored.has(String(id)) && !current.row({ table, key: { id } })
    }
    return Object.entries(key)
      .filter(isGone)
      .map(([, id]) => String(id))
  }

  for (const change of records) {
    if (!change.before) undoInsert(change, change.after ?? {})
    else if (!change.after) undoDelete(change, change.before)
    else undoUpdate(change, change.before, change.after)
  }
  for (const change of parts) {
    if (!change.before) undoInsertedPart(change, change.after ?? {})
    else if (!change.after) undoDeletedPart(change, change.before)
    else undoUpdate(change, change.before, change.after)
  }
  keepCrowded()
  return plan
}

/** Columns to restore. Leaves out those of a range whose end another change has moved before its earlier start. */
function withoutReversedRange({ table }: RowChange, columns: string[], before: RowImage, row: RowImage) {
  const { range } = auditedTable(table)
  if (!range) return columns
  const [start, end] = range.map((column) => String((columns.includes(column) ? before : row)[column]))
  return start !== undefined && end !== undefined && start > end
    ? columns.filter((column) => !range.includes(column))
    : columns
}

const differences = (image: RowImage, row: RowImage) =>
  Object.keys(image).filter((column) => !isDeepStrictEqual(image[column], row[column]))

/** When an attendee answered. An image that is older than the column has no answer, nor have rows of other tables. */
const answeredAt = ({ table }: { table: string }, row: RowImage | null | undefined) =>
  row?.[auditedTable(table).answer?.at ?? ''] ?? null

/** Whether a part is as in its image, which may be older than some columns. */
const isSamePart = (part: Part, row: RowImage, image: RowImage) =>
  differences(image, row).length === 0 && answeredAt(part, row) === answeredAt(part, image)

/** The field that the rows of a part make up, such as `selectedBuds`. */
const fieldOfPart = ({ table }: Pick<Part, 'table'>) => [auditedTable(table).field ?? '']

/** The fields of columns. Columns without a field, such as the version, are left out. */
function fieldsOf({ table }: Pick<RowChange, 'table'>, columns: string[]) {
  const fields = columns.map((column) => fieldOf(auditedTable(table), column))
  return [...new Set(fields.filter((field) => field !== undefined))]
}
