import { and, desc, eq, type GetColumnData, getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { db } from './db.server'

type Columns = Record<string, PgColumn | SQL.Aliased>
type Row<C extends Columns> = {
  [K in keyof C]: C[K] extends SQL.Aliased<infer T> ? T : C[K] extends PgColumn ? GetColumnData<C[K]> : never
}
type Table = PgTable &
  Record<'_id' | 'searchText', PgColumn> &
  Partial<Record<'ownerId' | 'longSearchText', PgColumn>>
type Order = (PgColumn | SQL)[]

type List<T extends Table, C extends Columns, S extends string> = {
  table: T
  columns: C
  /** The column that `type` filters by. */
  type?: PgColumn
  /** ORDER BY of each sort. The id is last, so that the order is total. */
  sorts: Record<S, Order>
  /** Conditions for the rows that a search finds; a row meets at most one. Default: its text contains the search. */
  matches?: (search: SQL) => (SQL | undefined)[]
  /** A search finds only the first rows by sort order, up to this number. By default, it finds all rows. */
  maxFound?: number
}

export type PageRequest<S extends string> = {
  sort: S
  /** `all` selects every type. */
  type?: string
  search: string
  limit: number
  /** The first page is 1. */
  page: number
}
type Owner<T extends Table> = T extends { ownerId: PgColumn } ? { ownerId: string } : unknown

/**
 * Returns a function that reads a page of a list and the number of all rows in one statement. For a table with owners,
 * the function needs an `ownerId`.
 */
export function listPage<T extends Table, C extends Columns, S extends string>(list: List<T, C, S>) {
  const statements = new Map<string, ReturnType<typeof prepare>>()

  return async ({ page, ...request }: PageRequest<S> & Owner<T>) => {
    const { sort, type = 'all', search, limit } = request
    const shape = { order: list.sorts[sort], hasType: type !== 'all', hasSearch: search !== '' }
    const name = `${getTableName(list.table)}_${sort}_${shape.hasType}_${shape.hasSearch}`
    const statement = statements.get(name) ?? prepare(list, shape, name)
    statements.set(name, statement)
    // The highest integer of PostgreSQL is 2,147,483,647.
    const offset = Math.min((page - 1) * limit, 2_000_000_000)
    const found = await statement.execute({ ...request, search: patternOf(search), offset })
    const total = found[0]?.total ?? 0
    // A page past the end has one row, with the total only.
    const rows = found.flatMap(({ key, total: _, ...row }) => (key ? [row as Row<C>] : []))
    return { rows, total, numOfPages: Math.ceil(total / limit), currentPage: page }
  }
}

type Shape = { order: Order; hasType: boolean; hasSearch: boolean }

/**
 * Prepares a deferred join: selects the keys of the page from a covering index, then reads each row by its key. Parts of
 * a search are ordered before they are merged, so that each can be an index-only scan. LIMIT makes PostgreSQL look up each
 * row by its key. Without it, PostgreSQL could join all rows of the owner.
 */
function prepare(list: List<Table, Columns, string>, { order, hasType, hasSearch }: Shape, name: string) {
  const { table, columns, type, maxFound } = list
  const texts = [table.searchText, table.longSearchText].filter((text) => text !== undefined)
  const { matches = (search: SQL) => texts.map((text) => contains(text, search)) } = list
  const isOwn = table.ownerId && eq(table.ownerId, parameter('ownerId', 'uuid'))
  const isListed = and(isOwn, hasType && type ? eq(type, parameter('type', 'text')) : undefined)
  const ordered = sql`order by ${sql.join(order, sql`, `)}`
  const rows = (isFound?: SQL) => sql`from ${table} where ${and(isListed, isFound) ?? sql`true`}`
  const parts = matches(sql`(select search_fold(${sql.placeholder('search')}))`).map(rows)
  const orderedParts = parts.map((part) => sql`(select * ${part} ${ordered})`)
  const union = sql.join(orderedParts, sql` union all `)
  const hits = parts.length === 1 ? parts[0] : sql`from (${union}) ${table}`
  // A search reads the rows once and cuts the page out of `hits`. Without a search, two index scans are cheaper.
  const found = hasSearch
    ? sql`select cardinality(hits) as total, hits[${offset} + 1 : ${offset} + ${limit}] as ids from (
        select array(select ${table._id} ${hits} ${ordered} ${maxFound ? sql`limit ${literal(maxFound)}` : sql``}) as hits
        offset 0) hits`
    : sql`select (select count(*)::int ${rows()}) as total,
        array(select ${table._id} ${rows()} ${ordered} limit ${limit} offset ${offset}) as ids`
  const isRow = and(isOwn, eq(table._id, sql`key.id`))
  const row = db.select().from(table).where(isRow).limit(literal(1)).as(getTableName(table))
  return db
    .select({ total: sql<number>`found.total`, key: sql<string | null>`key.id`, ...columns })
    .from(sql`(${found}) found left join unnest(found.ids) with ordinality key (id, place) on true`)
    .leftJoinLateral(row, sql`true`)
    .orderBy(sql`key.place`)
    .prepare(name)
}

/**
 * A parameter of a prepared statement, in a subquery, so that PostgreSQL uses one plan for all values. Planning costs more
 * than a page.
 */
export function parameter(name: string, type: 'uuid' | 'int' | 'text' | 'timestamp') {
  return sql`(select ${sql.placeholder(name)}::${sql.raw(type)})`
}

/** A number that is part of a prepared statement. As a parameter, it would be sent with each request. */
export const literal = (value: number) => sql.raw(String(value)) as unknown as number

const offset = parameter('offset', 'int')
const limit = parameter('limit', 'int')

/** The sorts that every list of an owner's records has, with their ORDER BY. */
export const recordSorts = ({ _id, nameKey }: Record<'_id' | 'nameKey', PgColumn>) => ({
  newestFirst: [desc(_id)],
  oldestFirst: [_id],
  'A-Z': [nameKey, _id],
  'Z-A': [desc(nameKey), desc(_id)],
})

/** SQL condition: a folded text contains the folded pattern of `patternOf`. */
export const contains = (text: PgColumn | SQL, pattern: SQL) => sql`${text} like ${pattern}`

/** LIKE pattern for texts that contain the search. The search's own wildcards are escaped. */
const patternOf = (search: string) => `%${search.replace(/[\\%_]/g, '\\$&')}%`
