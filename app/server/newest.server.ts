import { type SQL, type Subquery, sql } from 'drizzle-orm'
import { db } from './db.server'

export type NewestRequest = {
  search: string
  limit: number
  /** From 1. */
  page: number
}

type Totals = { total: number; found: string | null }
type Statement = { execute(values: Record<string, unknown>): Promise<unknown> }

const start = sql`${sql.placeholder('start')}::int`
const limit = sql`${sql.placeholder('limit')}::int`
const needle = sql`(select search_fold(${sql.placeholder('search')}::text))`
const largestOffset = 2_000_000_000

/** The id of a row of the page, which `row` is selected by. */
export const keyId = sql`key.id`

/**
 * Reads one page of a table that belongs to nobody, the newest first, and how many rows all pages have, in one statement.
 * A search finds the newest `most` rows. The migration `admin_lists` says what the table needs.
 */
export function newestPage<Row extends object>(table: string, row: Subquery, most: number) {
  const statements = new Map<string, Statement>()

  return async ({ search, limit, page }: NewestRequest) => {
    const isSearched = search !== ''
    const name = isSearched ? `${table}_found` : `${table}_newest`
    const keys = () => (isSearched ? keysOfFound(table, most) : keysOfPage(table))
    const statement = statements.get(name) ?? prepare(row, keys(), name)
    statements.set(name, statement)
    const start = Math.min((page - 1) * limit, largestOffset)
    const found = (await statement.execute({ search, limit, start })) as (Row & Totals)[]
    const { total = 0 } = found[0] ?? {}
    // Without a row on the page the total stands alone.
    return {
      total,
      rows: found.flatMap(({ total: _, found: id, ...row }) => (id ? [row as unknown as Row] : [])),
    }
  }
}

function prepare(row: Subquery, keys: SQL, name: string) {
  return db
    .select({ total: sql<number>`key.total`, found: sql<string | null>`key.id`, ...row._.selectedFields })
    .from(sql`(${keys}) key`)
    .leftJoinLateral(row, sql`true`)
    .orderBy(sql`key.id desc`)
    .prepare(name)
}

/** Both along the primary key alone. */
function keysOfPage(name: string) {
  const table = sql.identifier(name)
  return sql`select all_rows.total, row.id from (select count(*)::int as total from ${table}) all_rows
    left join lateral (select id from ${table} order by id desc offset ${start} limit ${limit}) row on true`
}

/**
 * What many of the newest rows contain is looked for from the newest on, until enough is found; anything else through
 * the index of the search, which `offset 0` makes the only choice.
 */
function keysOfFound(name: string, most: number) {
  const table = sql.identifier(name)
  const contains = sql`strpos(search_text, ${needle}) > 0`
  const newest = sql`order by id desc limit ${sql.raw(String(most))}`
  return sql`
    with judged as materialized (
      select count(*) filter (where ${contains}) * 10 > count(*) as is_broad
      from (select search_text from ${table} order by id desc limit 50) newest
    ), hit as materialized (
      (select id from ${table} where ${contains} and (select is_broad from judged) ${newest})
      union all
      (select id from (
        select id, search_text from ${table}
        where text_pieces(search_text) @> needle_pieces(${needle}) offset 0
      ) indexed where ${contains} and not (select is_broad from judged) ${newest})
    )
    select all_pages.total, page.id from (select count(*)::int as total from hit) all_pages
    left join lateral (select id from hit order by id desc offset ${start} limit ${limit}) page on true`
}
