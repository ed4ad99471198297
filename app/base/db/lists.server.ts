import { and, desc, eq, type GetColumnData, getTableName, is, isNotNull, or, SQL, sql } from 'drizzle-orm'
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
  Partial<Record<'ownerId' | 'longSearchText' | 'nameKey', PgColumn>>
type Finds = (text: PgColumn | SQL) => SQL | undefined
/**
 * Conditions for the rows that a search finds: those whose text the indexes of the list have, and those whose text is too long.
 * No row meets both. `isFound`: a text contains the search or one of the other terms. `hasSearch`: it contains the search.
 */
export type SearchedTexts = Record<'short' | 'long', (isFound: Finds, hasSearch: Finds) => SQL | undefined>
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
  /** Condition for the rows without a search, which finds others too. */
  unsearched?: SQL
  /** ORDER BY of each sort. The id is last, so that the order is total. A sort by parts shows one part after the other. */
  sorts: Record<S, Order | Record<string, Order>>
  /** Conditions that divide the list into parts, of which a request can choose one. They may use `clock.now`. */
  parts?: Record<string, SQL>
  /** Condition for the rows that a search finds. Default: the text of the row contains the search. */
  matches?: (search: SQL) => SQL | undefined
  /** Other texts, made from the search, that a row may contain instead. Null if there is none. */
  otherTerms?: SQL[]
  /** Where the text is that a search looks for. Default: `textsOf`. */
  texts?: SearchedTexts
  /** A search finds only the first rows by sort order, up to this number. By default, it finds all rows. */
  maxFound?: number
}

export type PageRequest<S extends string> = {
  sort: S
  /** `all` selects every type. */
  type?: string
  /** `all` selects every part. */
  part?: string
  search: string
  limit: number
  /** The first page is 1. */
  page: number
  /** A condition of this request alone. */
  isSelected?: SQL | undefined
  /** Also counts what the search finds, whatever its type. */
  hasCounts?: boolean
}
type Page<R> = { rows: R[]; total: number; counts: ListCount[] | null }
type Owner<T extends Table> = T extends { ownerId: PgColumn } ? { ownerId: string } : unknown

/**
 * Returns a function that reads a page of a list and the number of all rows in one statement. For a table with owners,
 * the function needs an `ownerId`.
 */
export function listPage<T extends Table, C extends Columns, S extends string>(list: List<T, C, S>) {
  const statements = new Map<string, ReturnType<typeof prepare>>()

  return async ({ page, isSelected, hasCounts = false, ...request }: PageRequest<S> & Owner<T>) => {
    const { sort, type = 'all', part = 'all', search, limit } = request
    const shape = {
      sections: sectionsOf(list, sort, part),
      part,
      hasType: type !== 'all',
      hasSearch: search !== '',
      isSelected,
      hasCounts,
    }
    const table = list.name ?? getTableName(list.table)
    const name = `${table}_${sort}_${part}_${shape.hasType}_${shape.hasSearch}${hasCounts ? '_counts' : ''}`
    const stored = isSelected ? undefined : statements.get(name)
    const statement = stored ?? prepare(list, shape, name)
    if (!isSelected) statements.set(name, statement)
    const range = rangeOf({ page, limit })
    const found = (await statement.execute({ ...request, ...range })) as unknown as Page<Row<C>>
    const { rows, total, counts } = found
    return { rows, total, ...(hasCounts && { counts: counts ?? [] }), ...pagesOf(total, { page, limit }) }
  }
}

/** Rows that follow one another in one order. */
type Section = { condition?: SQL | undefined; order: Order }
type Shape = {
  sections: Section[]
  part: string
  hasType: boolean
  hasSearch: boolean
  isSelected: SQL | undefined
  hasCounts: boolean
}

function sectionsOf<S extends string>(
  { sorts, parts = {} }: Pick<List<Table, Columns, S>, 'sorts' | 'parts'>,
  sort: S,
  part: string,
): Section[] {
  const order = sorts[sort]
  if (Array.isArray(order)) return [{ condition: parts[part], order }]
  return Object.entries(order)
    .filter(([name]) => part === 'all' || part === name)
    .map(([name, order]) => ({ condition: parts[name], order }))
}

/** The owner's wall-clock time, once for the whole statement. */
const clock = computedOnce(sql`select owner_now(${parameter('ownerId', 'uuid')}) as now`, 'clock')

/**
 * Prepares a deferred join: selects the keys of the page from a covering index, then reads the rows by their keys.
 * OFFSET 0 makes PostgreSQL select the keys once.
 */
function prepare(list: List<Table, Columns, string>, shape: Shape, name: string) {
  const { isSelected, hasCounts } = shape
  const { table, columns, parts } = list
  const page = isSelected ? selectedPage(list, shape) : listedPage(list, shape)
  const found = computedOnce(page, 'found')
  const isOnPage = and(ownedIn(table), sql`${table._id} = any(found.ids)`)
  const isFirst = sql`coalesce(array_position(found.ids, ${table._id}), 1) = 1`
  const statement = db
    .select({
      total: sql`found.total`,
      ...columns,
      ...(hasCounts && { counts: sql`case when ${isFirst} then found.counts end` }),
    })
    .from(parts ? sql`${clock}, lateral ${found}` : found)
    .leftJoin(table, isOnPage)
    .orderBy(sql`array_position(found.ids, ${table._id})`)
    .prepare(name)
  return Object.assign(statement, { customResultMapper: pageMapper(columns) })
}

const ownedIn = (table: Table) => table.ownerId && eq(table.ownerId, parameter('ownerId', 'uuid'))
const hasChosenType = ({ type }: Pick<List<Table, Columns, string>, 'type'>, { hasType }: Shape) =>
  hasType && type ? eq(type, parameter('type', 'text')) : undefined

/**
 * The page of a condition of the request, which is evaluated once for each row. Indexes have the columns that it looks at, in
 * the order of all sorts but that by type.
 */
function selectedPage(list: List<Table, Columns, string>, shape: Shape) {
  const { table, type, condition } = list
  const { sections, isSelected, hasSearch, hasCounts } = shape
  const [section, ...others] = sections
  if (!section || others.length > 0) throw new Error('A list that takes a condition is sorted as a whole')
  const isListed = and(
    ownedIn(table),
    condition,
    section.condition,
    isSelected,
    hasSearch ? isFoundIn(list) : undefined,
  )
  const isChosen = hasChosenType(list, shape)
  const sorts = section.order
  if (!hasCounts) {
    const hits = sql`array(select ${table._id} from ${table} where ${and(isListed, isChosen)} ${orderBy(sorts)})`
    return sql`select cardinality(hits) as total, ${sliced(sql`hits`)} as ids from ${computedOnce(sql`select ${hits} as hits`, 'hits')}`
  }
  const columns = new Set(
    [table._id, ...sorts.map(columnOf), table.nameKey, type].filter((one) => one !== undefined),
  )
  const rows = sql`from selected ${table} where ${isChosen ?? sql`true`}`
  const counts = countsOf(
    sql`select ${type} as type, left(${table.nameKey}, 1) as letter from selected ${table}`,
  )
  return sql`with selected as materialized (select ${sql.join([...columns], sql`, `)} from ${table} where ${isListed})
    select (select count(*)::int ${rows}) as total,
      array(select ${table._id} ${rows} ${orderBy(sorts)} limit ${limit} offset ${offset}) as ids, ${counts} as counts`
}

/** Condition for the rows that a search finds. Those with a long text, which no index has, are looked up. */
function isFoundIn(list: Found) {
  const { table } = list
  const { isFound, isFoundLong } = conditionsOf(list)
  if (!isFoundLong) return isFound
  const long = sql`select ${table._id} from ${table} where ${and(ownedIn(table), isFoundLong)}`
  return or(isFound, sql`${table._id} in (${long} offset 0)`)
}

function listedPage(list: List<Table, Columns, string>, shape: Shape) {
  const { table, condition } = list
  const { sections, hasSearch, hasCounts } = shape
  const unsearched = hasSearch ? undefined : list.unsearched
  const isListed = and(ownedIn(table), condition, unsearched, hasChosenType(list, shape))
  const sectionRows = sections.map(({ condition, order }) => ({
    rows: (isFound?: SQL) => sql`from ${table} where ${and(isListed, condition, isFound) ?? sql`true`}`,
    order,
  }))
  const counts = hasCounts ? sql`, ${listedCounts(list, shape)} as counts` : sql``
  return hasSearch ? foundPage(list, sectionRows, counts) : countedPage(table, sectionRows, counts)
}

type SectionRows = { rows: (isFound?: SQL) => SQL; order: Order }

const sliced = (hits: SQL) => sql`(${hits})[${offset} + 1 : ${offset} + ${limit}]`
const concatenated = (arrays: SQL[]) => sql.join(arrays, sql` || `)

/** A search reads the rows once. */
function foundPage(list: List<Table, Columns, string>, sections: SectionRows[], counts: SQL) {
  const hits = concatenated(sections.map((section) => hitsOf(list, section)))
  return sql`select cardinality(hits) as total, ${sliced(sql`hits`)} as ids ${counts}
    from ${computedOnce(sql`select ${hits} as hits`, 'hits')}`
}

/** Conditions for the rows that a search finds, by their text, and by their long text if the table has such. */
function conditionsOf({ table, otherTerms = [], texts = textsOf(table), ...list }: Found) {
  const fold = table.searchText.getSQLType() === 'bytea' ? sql`search_key` : sql`search_fold`
  // Null, which finds nothing, if the search has invisible characters alone.
  const search = sql`(select nullif(${fold}(${sql.placeholder('search')}), ''))`
  const matches = (text: PgColumn | SQL) => or(...[search, ...otherTerms].map((term) => contains(text, term)))
  const hasSearch = (text: PgColumn | SQL) => contains(text, search)
  return {
    isFound: list.matches?.(search) ?? texts.short(matches, hasSearch),
    isFoundLong: texts.long(matches, hasSearch),
  }
}

/** The texts of a table that has them in one column each. */
export const textsOf = ({
  searchText,
  longSearchText,
}: Pick<Table, 'searchText' | 'longSearchText'>): SearchedTexts => ({
  short: (isFound) => isFound(searchText),
  long: (isFound) => longSearchText && and(isNotNull(longSearchText), isFound(longSearchText)),
})

/** The ids that a search finds, as an array. */
function hitsOf(list: List<Table, Columns, string>, { rows, order }: SectionRows) {
  const { table, maxFound } = list
  const ordered = orderBy(order)
  const limitOfFound = maxFound ? sql`limit ${literal(maxFound)}` : sql``
  const idsOf = (hits: SQL) => sql`array(select ${table._id} ${hits} ${ordered} ${limitOfFound})`
  const { isFound, isFoundLong } = conditionsOf(list)
  const found = rows(isFound)
  if (!isFoundLong) return idsOf(found)
  const foundLong = rows(isFoundLong)
  // Both parts are ordered before they are merged, so that each can be an index-only scan. A merge doubles the cost of
  // each row found, so it is done only if a long text contains the search.
  const merged = sql`from ((select * ${found} ${ordered}) union all (select * ${foundLong} ${ordered})) ${table}`
  return sql`case when exists(select ${foundLong}) then ${idsOf(merged)} else ${idsOf(found)} end`
}

/** Without a search, index scans count the rows and read the page, of a single order from the nearer end. */
function countedPage(table: Table, sections: SectionRows[], more: SQL) {
  const counts = sections.map(({ rows }) => sql`(select count(*)::int ${rows()})`)
  const idsOf = ({ rows, order }: SectionRows, range: SQL) =>
    sql`array(select ${table._id} ${rows()} ${orderBy(order)} ${range})`
  const pageOf = (section: SectionRows) => sql`case when ${offset} < total / 2
    then ${idsOf(section, sql`limit ${limit} offset ${offset}`)}
    else array(select id from unnest(${idsOf(
      { ...section, order: section.order.map(reversed) },
      sql`limit least(${limit}, greatest(total - ${offset}, 0)) offset greatest(total - ${offset} - ${limit}, 0)`,
    )}) with ordinality last (id, place) order by place desc) end`
  const upToPage = sections.map((section) => idsOf(section, sql`limit ${offset} + ${limit}`))
  const [first, ...others] = sections
  return sql`select total, ${first && others.length === 0 ? pageOf(first) : sliced(concatenated(upToPage))} as ids ${more}
    from ${computedOnce(sql`select ${sql.join(counts, sql` + `)} as total`, 'counted')}`
}

type Chosen = Found & { table: { ownerId: PgColumn }; type: PgColumn; unsearched?: SQL }
type Choice = { type: string; search: string; isSelected?: SQL | undefined }

/**
 * Returns a function that makes the condition of all rows that a request for a page would list. A statement with it has the
 * parameters `ownerId`, `type` and `search`.
 */
export const listCondition =
  ({ type, unsearched, ...list }: Chosen) =>
  ({ isSelected, ...request }: Choice) => {
    const isFound = request.search === '' ? undefined : isFoundIn(list)
    return and(
      eq(list.table.ownerId, parameter('ownerId', 'uuid')),
      request.type === 'all' ? undefined : eq(type, parameter('type', 'text')),
      isSelected ?? (isFound ? undefined : unsearched),
      isFound,
    )
  }

type Found = Pick<List<Table, Columns, string>, 'table' | 'matches' | 'otherTerms' | 'texts'>

/** How many rows have this type, and a name with this first character of its sort key. */
export type ListCount = { type: string; letter: string; count: number }

/** The numbers of what a list or its search has, whatever its type. */
function listedCounts(list: List<Table, Columns, string>, { part, hasSearch }: Shape) {
  const { table, type, parts } = list
  const { isFound, isFoundLong } = hasSearch ? conditionsOf(list) : {}
  const rows = (condition = list.unsearched) =>
    sql`select ${type} as type, left(${table.nameKey}, 1) as letter
      from ${table} where ${and(ownedIn(table), parts?.[part], condition)}`
  return countsOf(isFoundLong ? sql`${rows(isFound)} union all ${rows(isFoundLong)}` : rows(isFound))
}

/** `ListCount` of rows with `type` and `letter`, as JSON. */
const countsOf = (rows: SQL) => sql`(
  select json_agg(counted) from (
    select type, letter, count(*)::int as count from (${rows}) listed group by type, letter
  ) counted
)`

/**
 * Makes a prepared statement map its rows itself. The mapping of drizzle-orm takes a tenth of the CPU time of a request that
 * reads many rows.
 */
export function mappedRows<S extends object>(statement: S, columns: Columns) {
  const toRow = rowMapper(columns)
  return Object.assign(statement, { customResultMapper: (found: unknown[][]) => found.map(toRow) })
}

function pageMapper(columns: Columns) {
  const toRow = rowMapper(columns)
  const afterRow = Object.keys(columns).length + 1
  // A page past the end has the total and no row: the id, which is its first column, is null.
  return (found: unknown[][]) => ({
    total: found[0]?.[0] ?? 0,
    counts: found[0]?.[afterRow] ?? null,
    rows: found.filter(([, id]) => id !== null).map(([, ...values]) => toRow(values)),
  })
}

/** Returns a function that makes a row of the values of these columns, which come first. */
function rowMapper(columns: Columns) {
  const fields = Object.entries(columns)
  return (values: unknown[]) => {
    const row: Record<string, unknown> = {}
    for (const [n, [name, column]] of fields.entries()) {
      const value = values[n]
      row[name] = value !== null && column instanceof PgColumn ? column.mapFromDriverValue(value) : value
    }
    return row
  }
}

const orderBy = (order: Order) => sql`order by ${sql.join(order, sql`, `)}`

const reversed = (by: Order[number]) => (is(by, SQL) ? sql`${columnOf(by)}` : desc(by))

function columnOf(by: Order[number]) {
  const column = is(by, SQL) ? by.queryChunks.find((chunk) => is(chunk, PgColumn)) : by
  if (!column) throw new Error('The parts of a sort are `column` and `desc(column)`')
  return column as PgColumn
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
