import { type GetColumnData, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { type Db, db } from './db.server'

type Columns = Record<string, PgColumn | SQL.Aliased>
type Row<C extends Columns> = {
  [K in keyof C]: C[K] extends SQL.Aliased<infer T> ? T : C[K] extends PgColumn ? GetColumnData<C[K]> : never
}
type Order = { by: 'created' | 'name' | 'type'; descending?: boolean }

/** A table of owned rows whose triggers keep `list_runs`; see the migration `lists`. */
export type List<C extends Columns, S extends string> = {
  /** The table's name in SQL. */
  name: string
  table: PgTable & Record<'ownerId' | '_id' | 'nameKey' | 'searchText', PgColumn>
  columns: C
  /** The column of the filter and of the order by type. */
  type: PgColumn
  sorts: Record<S, Order>
}

export type PageRequest<S extends string> = {
  sort: S
  type?: string | undefined
  search: string
  limit: number
  /** From 1. */
  page: number
}

type Found<C extends Columns> = (Row<C> & { total: number; _id: string | null })[]
type Statement = { execute(values: Record<string, unknown>): Promise<unknown> }
type Shape = { order: Order; isTyped: boolean; isSearched: boolean }

const largestOffset = 2_000_000_000

/**
 * Reads one page of an owner's list and the exact number of rows of all its pages, in one statement, whose cost does
 * not grow with the page. A search costs what it finds.
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
    const found = (await statement.execute({ ownerId, type, search, limit, start })) as Found<C>
    const total = found[0]?.total ?? 0
    // Without a row on the page the total stands alone.
    return { total, rows: found[0]?._id ? found.map(withoutTotal) : [] }
  }
}

function withoutTotal<R extends { total: number }>({ total: _, ...row }: R) {
  return row
}

/** Writers of an owner's list take turns, the turn before any row; a transaction begins with this. */
export async function lockLists(tx: Pick<Db, 'execute'>, ownerId: string) {
  await tx.execute(sql`select list_lock(${ownerId}::uuid)`)
}

const owner = sql`${sql.placeholder('ownerId')}::uuid`
const start = sql`${sql.placeholder('start')}::int`
const limit = sql`${sql.placeholder('limit')}::int`
const wantedType = sql`${sql.placeholder('type')}::text`
const needle = sql`(select search_fold(${sql.placeholder('search')}::text))`

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
  return db
    .select({ total: sql<number>`total`, ...row._.selectedFields })
    .from(keys)
    .leftJoinLateral(row, sql`true`)
    .orderBy(ordered(keyNames(list, shape), shape.order, 'key'))
    .prepare(name)
}

/** What the list is ordered by, the id last. Within one type the order by type is the order by name. */
function keyNames({ table, type }: List<Columns, string>, { order, isTyped }: Shape) {
  const byType = order.by === 'type' && !isTyped ? [type] : []
  const byName = order.by === 'created' ? [] : [table.nameKey]
  return [...byType, ...byName, table._id].map(({ name }) => name)
}

function ordered(names: string[], { descending }: Order, source?: string) {
  const prefix = source ? `${source}.` : ''
  return sql.raw(names.map((name) => `${prefix}${name} ${descending ? 'desc' : 'asc'}`).join(', '))
}

const ascending: Order = { by: 'name' }

function ownType({ type }: List<Columns, string>, { isTyped }: Shape) {
  return isTyped ? sql`and ${type} = ${wantedType}` : sql``
}

/** The total from the runs, and the keys of the page's rows: a few steps along an index from where a run begins. */
function keysOfPage(list: List<Columns, string>, shape: Shape): SQL {
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
      where ${table.ownerId} = ${owner} ${ownType(list, shape)} and (${keys}) >= (${sql.raw(begin)})
      order by ${ordered(names, ascending)} offset page.skip limit page.take
    ) key on true`
}

/**
 * The total of what a search finds, and the keys of the page's rows. What many of the owner's first rows contain is
 * looked for in all of the owner's rows, along an index that covers the text; anything else through the index of the
 * search, which `offset 0` makes the only choice.
 */
function keysOfFound(list: List<Columns, string>, shape: Shape): SQL {
  const { table } = list
  const { order } = shape
  const names = keyNames(list, shape)
  const keys = sql.raw(names.join(', '))
  const own = sql`${table.ownerId} = ${owner}`
  const contains = sql`strpos(${table.searchText}, ${needle}) > 0`
  const hit = sql`${own} ${ownType(list, shape)} and ${contains}`
  // The covering indexes are in the order of the names, so by name the page is counted in ascending order.
  const isByName = order.by !== 'created'
  const isMirrored = isByName && order.descending
  const first = isMirrored ? sql`greatest(page.total - ${start} - ${limit}, 0)` : start
  return sql`(
    with judged as materialized (
      select count(*) filter (where ${contains}) * 5 > count(*) as is_broad
      from (select ${table._id} from ${table} where ${own} order by ${table._id} limit 30) first
      cross join lateral (
        select ${table.searchText} from ${table} where ${own} and ${table._id} = first.id limit 1
      ) ${table}
    ), hit as materialized (
      (select ${keys} from ${table} where ${hit} and (select is_broad from judged)
        ${isByName ? sql`order by ${ordered(names, ascending)}` : sql``})
      union all
      select ${keys} from (
        select * from ${table}
        where search_grams(${table.ownerId}, ${table.searchText}) @@ search_needle(${owner}, ${needle}) offset 0
      ) ${table} where ${hit} and not (select is_broad from judged)
    )
    select page.total, key.* from (select count(*)::int as total from hit) page
    left join lateral (
      select * from hit order by ${ordered(names, isMirrored ? ascending : order)}
      offset ${first} limit greatest(least(${limit}, page.total - ${start}), 0)
    ) key on true
  ) key`
}
