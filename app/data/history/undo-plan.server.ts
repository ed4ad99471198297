import { isDeepStrictEqual } from 'node:util'
import { getTableName } from 'drizzle-orm'
import { recordTables } from '~drizzle/schema'
import { type AuditedTable, auditedTable, fieldOf } from './audited-tables.server'
import type { RowImage } from './change'
import type { RowChange } from './row-changes.server'
import { type EventsAfter, fitted, isWhole } from './whole-series.server'

/** A row of a circle's or event's members, a photo or a proposal. */
export type Part = Pick<RowChange, 'table' | 'recordId' | 'key'>

/** The rows that a change set has touched, and the parts that refer to its records, as they are now. */
export type CurrentRows = {
  row: (change: Pick<RowChange, 'table' | 'key'>) => RowImage | undefined
  partsWith: (recordId: string) => Part[]
  /** The ids of the records that were taken out of a record. */
  takenOutOf: (recordId: string) => string[]
  /** Whether guests have links to an event, or have answered. */
  isAsked: (recordId: string) => boolean
}

export type UndoPlan = {
  restore: RowChange[]
  remove: RowChange[]
  /** Updates with the columns to write. `isAsBefore`: afterwards the record is as it was before the change. */
  update: { change: RowChange; columns: string[]; isAsBefore: boolean }[]
  /** The fields that stay as they are, by the id of their record. */
  kept: Map<string, { table: AuditedTable; fields: Set<string> }>
  /** Deleted links that cannot come back. `gone`: the ids of the missing records. */
  unlinked: { change: RowChange; gone: string[] }[]
}

/** The table with a record's own row, which its parts refer to by this column. The id of a part itself is not listed. */
const parents: Record<string, string> = {
  ...Object.fromEntries(
    Object.values(recordTables).map(({ records, links }) => [links.recordId.name, getTableName(records)]),
  ),
  bud_id: 'buds',
  with_id: 'buds',
}

export const idOf = (change: Pick<RowChange, 'table' | 'key'>) =>
  [change.table, ...Object.values(change.key)].join(' ')

const eventTable = getTableName(recordTables.event.records)
const isEvent = ({ table }: { table: string }) => table === eventTable

const isPart = ({ table }: { table: string }) => auditedTable(table).field !== undefined

/** Whether a part belongs to two records. */
const isLink = ({ key }: Part) => Object.keys(key).filter((column) => column in parents).length > 1

/** What the plan for some records of a change set has to know of the others. */
export type OtherRecords = {
  /** The parts that the change set has added, by `idOf`, as `markOf` has them. */
  addedParts: Map<string, unknown>
  /** The records other than buds that the change set has added. Their undo comes first. */
  added: Set<string>
}

/**
 * Plans how to take back a change set, or some of its records. It neither overwrites nor removes what another change has
 * written since (product 16.3). `row-changes` reads the images before, and `take-back` follows the plan.
 * `tests/data/history/undo-model.test.ts` compares it with a model; other tests of undo stand with what they undo.
 */
export function planUndo(changes: RowChange[], current: CurrentRows, others?: OtherRecords): UndoPlan {
  const planner = new UndoPlanner(changes, current, others, false)
  return planner.isWhole() ? planner.plan : new UndoPlanner(changes, current, others, true).plan
}

const addedPartsOf = (parts: RowChange[]) =>
  new Map(parts.filter(({ before }) => !before).map((part) => [idOf(part), markOf(part, part.after)]))

/** Takes records before their parts, because a part follows its record. */
class UndoPlanner {
  readonly plan: UndoPlan = { restore: [], remove: [], update: [], kept: new Map(), unlinked: [] }
  private readonly current: CurrentRows
  private readonly addedParts: OtherRecords['addedParts']
  /** Added records. The parts of one that stays, stay too, and those of the others are removed with it. */
  private readonly added: Set<string>
  private readonly restored = new Set<string>()
  /** The records of the change set. */
  private readonly changed: Set<string>
  /** The changes of the times of series, which are taken back together or not at all. */
  private readonly ofSeries: Set<RowChange>
  /** Whether they stay, with the events that the change set has added, and without the series that it has deleted. */
  private readonly keepsSeries: boolean
  /** Whether some of what the change set did to series stays. */
  private isTorn = false

  constructor(
    changes: RowChange[],
    current: CurrentRows,
    others: OtherRecords | undefined,
    keepsSeries: boolean,
  ) {
    const parts = changes.filter(isPart)
    // What was added first: whether it stays decides about what was moved to it.
    const records = changes
      .filter((change) => !isPart(change))
      .sort((a, b) => Number(!!a.before) - Number(!!b.before))
    this.current = current
    this.addedParts = others?.addedParts ?? addedPartsOf(parts)
    this.added = new Set(others?.added)
    this.changed = new Set([...this.added, ...records.map(({ recordId }) => recordId)])
    this.ofSeries = new Set(records.filter((change) => this.isOfSeries(change)))
    this.keepsSeries = keepsSeries
    for (const change of records) this.undoRecord(change)
    for (const part of parts) this.undoPart(part)
    this.fitRestored()
    this.keepCrowded()
    this.keepDoubled()
  }

  /** Whether the series of the change set are whole after the plan. */
  isWhole() {
    if (this.ofSeries.size === 0) return true
    const { restore, remove, update } = this.plan
    const changes = [...restore, ...remove, ...update.map(({ change }) => change)].filter(isEvent)
    const after = this.eventsAfter()
    return !this.isTorn && changes.every(({ recordId }) => isWhole(recordId, after))
  }

  private isOfSeries(change: RowChange) {
    const { series } = auditedTable(change.table)
    if (!series || !change.before || !change.after) return false
    const { after } = change
    return series.columns.some((column) => column in after) || !!this.current.row(change)?.repeat
  }

  /** The rows of events after the plan. */
  private eventsAfter(): EventsAfter {
    const { restore, remove, update } = this.plan
    const rows = new Map<string, RowImage | undefined>()
    const row = (id: string) =>
      rows.has(id) ? rows.get(id) : this.current.row({ table: eventTable, key: { id } })
    for (const { recordId, before } of restore.filter(isEvent)) rows.set(recordId, before ?? {})
    for (const { recordId } of remove.filter(isEvent)) rows.set(recordId, undefined)
    for (const { change, columns } of update.filter(({ change }) => isEvent(change))) {
      const values = Object.fromEntries(columns.map((column) => [column, change.before?.[column]]))
      rows.set(change.recordId, { ...row(change.recordId), ...values })
    }
    const takenOutOf = (id: string) =>
      [...new Set([...this.current.takenOutOf(id), ...rows.keys()])].filter((one) => row(one)?.series === id)
    return { row, takenOutOf, isAsked: this.current.isAsked }
  }

  /** A restored event that was taken out of a series belongs to it again, or becomes a single one. */
  private fitRestored() {
    const takenOut = this.plan.restore.filter((change) => isEvent(change) && change.before?.series)
    let after = this.eventsAfter()
    for (const { recordId } of takenOut) {
      const fit = fitted(recordId, after)
      if (!fit) continue
      const key = { id: fit.id }
      const change = {
        table: eventTable,
        recordId: fit.id,
        key,
        before: { ...fit.values, version: null },
        after: {},
      }
      this.plan.update.push({ change, columns: Object.keys(fit.values), isAsBefore: false })
      after = this.eventsAfter()
    }
  }

  undoRecord(change: RowChange) {
    if (!change.before) this.undoInsert(change, change.after ?? {})
    else if (!change.after) this.undoDelete(change, change.before)
    else this.undoUpdate(change, change.before, change.after)
  }

  undoPart(change: RowChange) {
    if (!change.before) this.undoInsertedPart(change, change.after ?? {})
    else if (!change.after) this.undoDeletedPart(change, change.before)
    else this.undoUpdate(change, change.before, change.after)
  }

  private undoInsert(change: RowChange, after: RowImage) {
    this.added.add(change.recordId)
    const row = this.current.row(change)
    // Without the second half of a series that was split, the first one would show its starts again.
    if (!row && after.repeat) this.isTorn = true
    if (!row) return this.keep(change, [])
    const foreign = this.current.partsWith(change.recordId).filter((part) => !this.isOwn(part))
    const isChanged = this.keepDifferences(change, after, row)
    if (foreign.length > 0) this.keep(change, [])
    for (const part of foreign) this.keep(part, fieldOfPart(part))
    const takenOut = this.current.takenOutOf(change.recordId).filter((id) => !this.changed.has(id))
    for (const recordId of [change.recordId, ...takenOut])
      if (takenOut.length > 0) this.keep({ ...change, recordId }, [])
    const stays = isChanged || foreign.length + takenOut.length > 0
    if (stays && isEvent(change)) this.isTorn = true
    if (!stays && this.keepsSeries && isEvent(change)) this.keep(change, [])
    else if (!stays) this.plan.remove.push(change)
  }

  /** Whether the change set has added a part, which nobody has answered or edited since. */
  private isOwn(part: Part) {
    const id = idOf(part)
    return (
      this.addedParts.has(id) &&
      isDeepStrictEqual(this.addedParts.get(id), markOf(part, this.current.row(part)))
    )
  }

  private undoDelete(change: RowChange, before: RowImage) {
    const row = this.current.row(change)
    if (row) return void this.keepDifferences(change, before, row)
    if (this.keepsSeries && before.repeat && isEvent(change)) return this.keep(change, [])
    this.plan.restore.push(change)
    this.restored.add(change.recordId)
  }

  private undoUpdate(change: RowChange, before: RowImage, after: RowImage) {
    const row = this.current.row(change)
    const columns = Object.keys(after).filter((column) => column !== 'version')
    const isOverwritten = answeredAt(change, row) !== answeredAt(change, after)
    const unchanged = columns.filter(
      (column) => row && !isOverwritten && isDeepStrictEqual(row[column], after[column]),
    )
    const { sets = {} } = auditedTable(change.table)
    const setWithout = (column: string) => withoutChange(row?.[column], before[column], after[column])
    const isMerged = (column: string) =>
      !unchanged.includes(column) &&
      column in sets &&
      hasAdded(row?.[column], before[column], after[column]) &&
      setWithout(column).length <= (sets[column] ?? 0)
    const merged = row ? columns.filter(isMerged) : []
    const times = this.ofSeries.has(change) ? timesOf(change) : { all: [], together: [] }
    const own = (
      row ? withoutReversedRange(change, [...new Set([...unchanged, ...merged])], before, row) : []
    ).filter((column) => !this.keepsSeries || !times.all.includes(column))
    const left = columns.filter((column) => !own.includes(column))
    if (left.some((column) => times.together.includes(column))) this.isTorn = true
    this.keepColumns(change, left)
    if (!row) return this.keep(change, [])
    const image = { ...before }
    for (const column of merged) image[column] = setWithout(column)
    this.plan.update.push({
      change: { ...change, before: image },
      columns: own,
      isAsBefore: row.version === after.version,
    })
  }

  private undoInsertedPart(change: RowChange, after: RowImage) {
    if (this.added.has(change.recordId)) return
    const row = this.current.row(change)
    if (row ? !isSamePart(change, row, after) : this.missingParents(change).includes(change.recordId))
      this.keep(change, fieldOfPart(change))
    else if (row) this.plan.remove.push(change)
  }

  private undoDeletedPart(change: RowChange, before: RowImage) {
    const row = this.current.row(change)
    const missing = this.missingParents(change)
    if (row ? isSamePart(change, row, before) : missing.length === 0) {
      if (!row) this.plan.restore.push(change)
      return
    }
    this.keep(change, fieldOfPart(change))
    if (!row && isLink(change)) this.plan.unlinked.push({ change, gone: missing })
    for (const [column, id] of Object.entries(change.key))
      if (missing.includes(String(id))) this.keep({ table: parents[column] ?? '', recordId: String(id) }, [])
  }

  /** The ids of the records that a part refers to and that are gone. */
  private missingParents({ key }: Part) {
    const isGone = ([column, id]: [string, unknown]) => {
      const table = parents[column]
      return (
        table !== undefined && !this.restored.has(String(id)) && !this.current.row({ table, key: { id } })
      )
    }
    return Object.entries(key)
      .filter(isGone)
      .map(([, id]) => String(id))
  }

  /** Keeps the members of a record that would have more of them than the limit of its table. */
  keepCrowded() {
    const counts = this.membersAfterwards()
    this.plan.restore = this.plan.restore.filter((change) => {
      const { limit = Number.POSITIVE_INFINITY } = auditedTable(change.table)
      const isCrowded = (counts.get(listOf(change)) ?? 0) > limit
      if (isCrowded) this.keep(change, fieldOfPart(change))
      return !isCrowded
    })
  }

  /** How many rows each list will have that gets restored ones. */
  private membersAfterwards() {
    const counts = new Map<string, number>()
    const add = (part: Part, count: number) =>
      counts.set(listOf(part), (counts.get(listOf(part)) ?? 0) + count)
    const restoredParts = this.plan.restore.filter(isPart)
    for (const part of new Map(restoredParts.map((part) => [listOf(part), part])).values())
      add(
        part,
        this.current.partsWith(part.recordId).filter((other) => listOf(other) === listOf(part)).length,
      )
    for (const part of restoredParts) add(part, 1)
    for (const part of this.plan.remove) add(part, -1)
    return counts
  }

  /** Keeps the rows that would be equal to others in what is there once. */
  private keepDoubled() {
    const images = new Map(
      this.plan.update.map(({ change, columns }) => [
        idOf(change),
        imageAfter(change, columns, this.current),
      ]),
    )
    const removed = new Set(this.plan.remove.map(idOf))
    const restored = new Set<string>()
    const isFree = (change: RowChange, image: RowImage | null | undefined) => {
      const { once } = auditedTable(change.table)
      if (!once || !image) return true
      const key = once(image)
      const isEqual = (part: Part) => {
        const row = images.get(idOf(part)) ?? this.current.row(part)
        return part.table === change.table && idOf(part) !== idOf(change) && !!row && once(row) === key
      }
      const others = this.current.partsWith(change.recordId).filter((part) => !removed.has(idOf(part)))
      const isDoubled = restored.has(key) || others.some(isEqual)
      if (isDoubled) this.keep(change, fieldOfPart(change))
      else restored.add(key)
      return !isDoubled
    }
    this.plan.update = this.plan.update.filter(({ change }) => isFree(change, images.get(idOf(change))))
    this.plan.restore = this.plan.restore.filter((change) => isFree(change, change.before))
  }

  private keepDifferences(change: RowChange, image: RowImage, row: RowImage) {
    return this.keepColumns(change, differences(image, row))
  }

  /** Whether a column of them has a field, or belongs to a series. Then they are named. */
  private keepColumns(change: RowChange, columns: string[]) {
    const fields = fieldsOf(change, columns)
    const { series } = auditedTable(change.table)
    const isKept = fields.length > 0 || columns.some((column) => series?.columns.includes(column))
    if (isKept) this.keep(change, fields)
    return isKept
  }

  private keep({ table, recordId }: Pick<RowChange, 'table' | 'recordId'>, fields: string[]) {
    const kept = this.plan.kept.get(recordId) ?? { table: auditedTable(table), fields: new Set<string>() }
    for (const field of fields) kept.fields.add(field)
    this.plan.kept.set(recordId, kept)
  }
}

/** A row after the columns of an update are restored. */
function imageAfter(change: RowChange, columns: string[], current: CurrentRows): RowImage {
  return {
    ...current.row(change),
    ...Object.fromEntries(columns.map((column) => [column, change.before?.[column]])),
  }
}

/** The members of a record: the rows of a part's table with the same record. */
const listOf = ({ table, recordId }: Part) => `${table} ${recordId}`

/**
 * The columns with the times of a series, or of what was taken out of one, and those that are taken back together. What was
 * taken out may have been moved by itself.
 */
function timesOf({ table, after }: RowChange) {
  const { series, range = [] } = auditedTable(table)
  const columns = series?.columns ?? []
  const isTakenOut = after !== null && ('series' in after || 'occurrence' in after)
  return { all: [...columns, ...range], together: isTakenOut ? columns : [...columns, ...range] }
}

/** Columns to restore. Leaves out those of a range whose end another change has moved before its earlier start. */
function withoutReversedRange({ table }: RowChange, columns: string[], before: RowImage, row: RowImage) {
  const { range } = auditedTable(table)
  if (!range) return columns
  const [start, end] = range.map((column) => (columns.includes(column) ? before : row)[column])
  return start && end && String(start) > String(end)
    ? columns.filter((column) => !range.includes(column))
    : columns
}

/** Whether a set has all values that a change has added. */
const hasAdded = (now: unknown, before: unknown, after: unknown) =>
  (after as string[]).every(
    (value) => (before as string[]).includes(value) || (now as string[]).includes(value),
  )

/** The values of a set, without those that a change has added, and with those that it has removed. */
function withoutChange(now: unknown, before: unknown, after: unknown) {
  const [old, changed] = [before as string[], after as string[]]
  const current = new Set(now as string[])
  for (const value of changed) if (!old.includes(value)) current.delete(value)
  for (const value of old) if (!changed.includes(value)) current.add(value)
  return [...current].sort()
}

const differences = (image: RowImage, row: RowImage) =>
  Object.keys(image).filter((column) => !isDeepStrictEqual(image[column], row[column]))

/** When an attendee answered. An image that is older than the column has no answer, nor have rows of other tables. */
const answeredAt = ({ table }: { table: string }, row: RowImage | null | undefined) =>
  row?.[auditedTable(table).answer?.at ?? ''] ?? null

/** What shows that a part was changed since it was added: its row if it can be edited, or the time of an answer. */
export const markOf = (part: { table: string }, row: RowImage | null | undefined) =>
  auditedTable(part.table).once ? (row ?? null) : answeredAt(part, row)

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
