import { and, desc, eq, type GetColumnData, getTableName, is, or, SQL, sql } from 'drizzle-orm'
import { PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { db } from './db.server'
import { computedOnce } from './fragments.server'
import { pagesOf, rangeOf } from './pages'

export type Columns = Record<string, PgColumn | SQL.Aliased>
/** A row with these columns. */
export type Row<C extends Columns> = {
  [K in keyof C]: C[K] extends SQL.Aliased<infer T> ? T : C[K] extends PgColumn ? GetColumnData<C[K]> : never
}
type Table = PgTable &
  Record<'_id' | 'searchText', PgColumn> &
  Partial<Record<'ownerId' | 'longSearchText', PgColumn>>
/** Each part is `column` or `desc(column)`, so that the direction can be reversed. */
type Order = (PgColumn | SQL)[]

type List<T extends Table, C extends Columns, S extends string> = {
  table: T
  columns: C
  /** Names the statements. By default the name of the table, for tables with one list. */
  name?: string
  /** The column that `type` filters by. */
  type?: PgColumn
  /** Condition for the rows of the list. By default, it has all rows. */
  condition?: SQL
  /** ORDER BY of each sort. The id is last, so that the order is total. */
  sorts: Record<S, Order>
  /** Condition for the rows that a search finds. Default: the text of the row contains the search. */
  matches?: (search: SQL) => SQL | undefined
  /** Other texts, made from the search, that a row may contain instead. Null if there is none. */
  otherTerms?: SQL[]
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
type Page<R> = { rows: R[]; total: number }
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
    const name = `${list.name ?? getTableName(list.table)}_${sort}_${shape.hasType}_${shape.hasSearch}`
    const statement = statements.get(name) ?? prepare(list, shape, name)
    statements.set(name, statement)
    const range = rangeOf({ page, limit })
    const { rows, total } = (await statement.execute({ ...request, ...range })) as unknown as Page<Row<C>>
    return { rows, total, ...pagesOf(total, { page, limit }) }
  }
}

type Shape = { order: Order; hasType: boolean; hasSearch: boolean }

/**
 * Prepares a deferred join: selects the keys of the page from a covering index, then reads the rows by their keys.
 * OFFSET 0 makes PostgreSQL select the keys once.
 */
function prepare(list: List<Table, Columns, string>, { order, hasType, hasSearch }: Shape, name: string) {
  const { table, columns, type, condition, maxFound } = list
  const isOwn = table.ownerId && eq(table.ownerId, parameter('ownerId', 'uuid'))
  const isListed = and(isOwn, condition, hasType && type ? eq(type, parameter('type', 'text')) : undefined)
  const ordered = orderBy(order)
  const rows = (isFound?: SQL) => sql`from ${table} where ${and(isListed, isFound) ?? sql`true`}`
  const limitOfFound = maxFound ? sql`limit ${literal(maxFound)}` : sql``
  const idsOf = (hits: SQL) => sql`array(select ${table._id} ${hits} ${ordered} ${limitOfFound})`
  const fold = table.searchText.getSQLType() === 'bytea' ? sql`search_key` : sql`search_fold`
  const search = sql`(select ${fold}(${sql.placeholder('search')}))`
  const { otherTerms = [] } = list
  const matches = (text: PgColumn) => or(...[search, ...otherTerms].map((term) => contains(text, term)))
  const found = rows(list.matches?.(search) ?? matches(table.searchText))
  const foundLong = table.longSearchText && rows(matches(table.longSearchText))
  // Both parts are ordered before they are merged, so that each can be an index-only scan. A merge doubles the cost of
  // each row found, so it is done only if a long text contains the search.
  const merged = sql`from ((select * ${found} ${ordered}) union all (select * ${foundLong} ${ordered})) ${table}`
  const hits = foundLong
    ? sql`case when exists(select ${foundLong}) then ${idsOf(merged)} else ${idsOf(found)} end`
    : idsOf(found)
  // A search reads the rows once. Without a search, index scans count them and read the page from the nearer end.
  const page = hasSearch
    ? sql`select cardinality(hits) as total, hits[${offset} + 1 : ${offset} + ${limit}] as ids
        from ${computedOnce(sql`select ${hits} as hits`, 'hits')}`
    : sql`select total, case when ${offset} < total / 2
        then array(select ${table._id} ${rows()} ${ordered} limit ${limit} offset ${offset})
        else array(select id from unnest(array(
          select ${table._id} ${rows()} ${orderBy(order.map(reversed))}
          limit least(${limit}, greatest(total - ${offset}, 0)) offset greatest(total - ${offset} - ${limit}, 0)
        )) with ordinality last (id, place) order by place desc) end as ids
        from ${computedOnce(sql`select count(*)::int as total ${rows()}`, 'counted')}`
  const isOnPage = and(isOwn, sql`${table._id} = any(found.ids)`)
  const statement = db
    .select({ total: sql`found.total`, ...columns })
    .from(computedOnce(page, 'found'))
    .leftJoin(table, isOnPage)
    .orderBy(sql`array_position(found.ids, ${table._id})`)
    .prepare(name)
  return Object.assign(statement, { customResultMapper: pageMapper(columns) })
}

/** Used in place of drizzle-orm's own mapping, which would take a tenth of the CPU time of a list request. */
function pageMapper(columns: Columns) {
  const fields = Object.entries(columns)
  const toRow = (values: unknown[]) =>
    fields.reduce<Record<string, unknown>>((row, [name, column], n) => {
      const value = values[n + 1]
      row[name] = value !== null && column instanceof PgColumn ? column.mapFromDriverValue(value) : value
      return row
    }, {})
  // A page past the end has the total and no row: the id, which is its first column, is null.
  return (found: unknown[][]) => ({
    total: found[0]?.[0] ?? 0,
    rows: found.filter(([, id]) => id !== null).map(toRow),
  })
}

const orderBy = (order: Order) => sql`order by ${sql.join(order, sql`, `)}`

function reversed(by: Order[number]) {
  if (!is(by, SQL)) return desc(by)
  const column = by.queryChunks.find((chunk) => is(chunk, PgColumn))
  if (!column) throw new Error('The parts of a sort are `column` and `desc(column)`')
  return sql`${column}`
}

/**
 * A parameter of a prepared statement, in a subquery, so that PostgreSQL uses one plan for all values. Planning a
 * list statement takes about as long as running it.
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

/** SQL condition: a folded text contains the folded search. */
export const contains = (text: PgColumn | SQL, search: SQL) => sql`position(${search} in ${text}) > 0`
