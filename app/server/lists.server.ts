import { and, Column, eq, type GetColumnData, getTableName, is, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { db } from './db.server'

type Columns = Record<string, PgColumn | SQL.Aliased>
type Row<C extends Columns> = {
  [K in keyof C]: C[K] extends SQL.Aliased<infer T> ? T : C[K] extends PgColumn ? GetColumnData<C[K]> : never
}
type Table = PgTable & Record<'_id' | 'searchText', PgColumn> & { ownerId?: PgColumn }
type Order = (PgColumn | SQL)[]

type List<T extends Table, C extends Columns, S extends string> = {
  table: T
  columns: C
  /** The column that `type` filters by. */
  type?: PgColumn
  /** ORDER BY of each sort. The id stands last, so that the order is total. */
  sorts: Record<S, Order>
  /** Whether a row contains the search; by default its `searchText` does. */
  matches?: (needle: SQL) => SQL | undefined
  /** A search finds so many rows, the first of its order; by default all. */
  mostFound?: number
}

export type PageRequest<S extends string> = {
  sort: S
  type?: string | undefined
  search: string
  limit: number
  /** From 1. */
  page: number
}
type Owner<T extends Table> = T extends { ownerId: PgColumn } ? { ownerId: string } : unknown

/** Reads a page of a list and the number of rows on all pages, in one statement. Owned rows are read by their owner. */
export function listPage<T extends Table, C extends Columns, S extends string>(list: List<T, C, S>) {
  const statements = new Map<string, ReturnType<typeof prepare>>()

  return async ({ page, ...request }: PageRequest<S> & Owner<T>) => {
    const { sort, type, search, limit } = request
    const shape = { order: list.sorts[sort], isTyped: type !== undefined, isSearched: search !== '' }
    const name = `${getTableName(list.table)}_${sort}_${shape.isTyped}_${shape.isSearched}`
    const statement = statements.get(name) ?? prepare(list, shape, name)
    statements.set(name, statement)
    const found = await statement.execute({ ...request, start: (page - 1) * limit })
    // A page past the end has one row, which holds the total alone.
    return { total: found[0]?.total ?? 0, rows: found.flatMap(({ row }) => (row ? [row as Row<C>] : [])) }
  }
}

type Shape = { order: Order; isTyped: boolean; isSearched: boolean }

/**
 * A deferred join: the keys of the page come from an index that covers them, then each row of the page by its key. A
 * search reads the owner's rows once, for the total and the page; without one each of the two has its own index scan.
 */
function prepare(list: List<Table, Columns, string>, { order, isTyped, isSearched }: Shape, name: string) {
  const { table, columns, type, mostFound, matches = (needle) => contains(table.searchText, needle) } = list
  const isOwn = table.ownerId && eq(table.ownerId, sql.placeholder('ownerId'))
  const needle = sql`(select search_fold(${sql.placeholder('search')}))`
  const filters = and(
    isOwn,
    isTyped && type ? eq(type, sql.placeholder('type')) : undefined,
    isSearched ? matches(needle) : undefined,
  )
  const ordered = sql`order by ${sql.join(order, sql`, `)}`
  const page = sql`(
    with found as ${sql.raw(isSearched ? 'materialized' : 'not materialized')} (
      select ${sql.join(columnsOf([table._id, ...order]), sql`, `)} from ${table} where ${filters ?? sql`true`}
      ${isSearched && mostFound ? sql`${ordered} limit ${sql.raw(String(mostFound))}` : sql``}
    )
    select total, id, place from (select count(*)::int as total from found) counted
    left join unnest(array(
      select ${table._id} from found ${table} ${ordered}
      limit ${sql.placeholder('limit')}::bigint offset ${sql.placeholder('start')}::bigint
    )) with ordinality key (id, place) on true
  ) page`
  return db
    .select({ total: sql<number>`page.total`, row: columns })
    .from(page)
    .leftJoin(table, and(isOwn, eq(table._id, sql`page.id`)))
    .orderBy(sql`page.place`)
    .prepare(name)
}

/** Whether a folded text contains the search, character by character. */
export function contains(text: PgColumn | SQL, needle: SQL) {
  return sql`strpos(${text}, ${needle}) > 0`
}

function columnsOf(order: Order) {
  const chunks = order.flatMap((part) => (is(part, Column) ? part : part.queryChunks))
  return [...new Set(chunks.filter((chunk) => is(chunk, Column)))]
}
