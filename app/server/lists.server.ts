import { sql } from 'drizzle-orm'
import { type Db, db } from './db.server'
import { keepCount, recallCount } from './list-counts.server'
import { keysOfFound } from './list-search.server'
import {
  type Columns,
  directionOf,
  keyNames,
  type List,
  limit,
  ordered,
  owner,
  ownRows,
  type Row,
  type Shape,
  start,
  wantedType,
} from './list-shape.server'

export type PageRequest<S extends string> = {
  sort: S
  type?: string | undefined
  search: string
  limit: number
  /** From 1. */
  page: number
}

/** What each row tells of the whole; `version` and `size` of searches whose count is new and worth keeping. */
type Totals = { total: number; version?: string | null; size?: number | null }
type Found<C extends Columns> = (Row<C> & Totals & { _id: string | null })[]
type Statement = { execute(values: Record<string, unknown>): Promise<unknown> }

const largestOffset = 2_000_000_000

/**
 * Reads one page of an owner's list and the exact number of rows of all its pages, in one statement, whose cost does
 * not grow with the page. A search costs what it finds, until it is known how much that is.
 */
export function listPage<C extends Columns, S extends string>(list: List<C, S>) {
  const statements = new Map<string, Statement>()

  return async (ownerId: string, { sort, type, search, limit, page }: PageRequest<S>) => {
    const shape = { order: list.sorts[sort], isTyped: type !== undefined, isSearched: search !== '' }
    const name = [list.name, sort, shape.isTyped && 'typed', shape.isSearched && 'searched']
      .filter(Boolean)
      .join('_')
    const statement = statements.get(name) ?? prepare(list, shape, name)
    statements.set(name, statement)
    const start = Math.min((page - 1) * limit, largestOffset)
    const asked = { list: list.name, ownerId, type, search }
    const known = shape.isSearched && recallCount(asked, start, limit)
    const found = (await statement.execute({ ownerId, type, search, limit, start, ...known })) as Found<C>
    const { total = 0, version, size } = found[0] ?? {}
    if (version && size) keepCount(asked, { version, total, size })
    // Without a row on the page the total stands alone.
    return { total, rows: found[0]?._id ? found.map(withoutTotals) : [] }
  }
}

function withoutTotals<R extends Totals>({ total: _, version: _version, size: _size, ...row }: R) {
  return row
}

/** Writers of an owner's list take turns, the turn before any row; a transaction begins with this. */
export async function lockLists(tx: Pick<Db, 'execute'>, ownerId: string) {
  await tx.execute(sql`select list_lock(${ownerId}::uuid)`)
}

function prepare<C extends Columns, S extends string>(list: List<C, S>, shape: Shape, name: string) {
  const { table, columns } = list
  const keys = shape.isSearched ? keysOfFound(list, shape) : keysOfPage(list, shape)
  // Each row by its own key, whatever the planner expects.
  const row = db
    .select(columns as Columns)
    .from(table)
    .where(sql`${table.ownerId} = ${owner} and ${table._id} = key.id`)
    .limit(1)
    .as('row')
  const counted = shape.isSearched && { version: sql`key.version`, size: sql`key.size` }
  return db
    .select({ total: sql<number>`total`, ...counted, ...row._.selectedFields })
    .from(keys)
    .leftJoinLateral(row, sql`true`)
    .orderBy(ordered(keyNames(list, shape), directionOf(shape), 'key'))
    .prepare(name)
}

/** The total from the runs, and the keys of the page's rows: a few steps along an index from where a run begins. */
function keysOfPage(list: List, shape: Shape) {
  const { table, name } = list
  const { order, isTyped } = shape
  const ordering =
    (isTyped || order.by === 'type' ? 'type_' : '') + (order.by === 'created' ? 'created' : 'name')
  const names = keyNames(list, shape)
  const begin = ['page.from_type', 'page.from_name', 'page.from_id'].slice(-names.length).join(', ')
  const keys = sql.raw(names.join(', '))
  return sql`list_place(${owner}, ${sql.raw(`'${name}', '${ordering}'`)}, ${isTyped ? wantedType : sql`null`},
      ${sql.raw(String(Boolean(order.descending)))}, ${start}, ${limit}) page
    left join lateral (
      select ${keys} from ${table}
      where ${ownRows(list, shape)} and (${keys}) >= (${sql.raw(begin)})
      order by ${ordered(names, 'asc')} offset page.skip limit page.take
    ) key on true`
}
