import { sql } from 'drizzle-orm'
import { worthKeeping } from './list-counts.server'
import {
  type Direction,
  directionOf,
  keyNames,
  type List,
  limit,
  ordered,
  owner,
  ownRows,
  type Shape,
  start,
  wantedType,
} from './list-shape.server'

/**
 * The total of what a search finds, and the keys of the page's rows. The total is known, or is counted along an index
 * that covers the text when the needle seems to be in many rows; the page is then found by walking along the order. What
 * such a walk does not find, and anything rarer, is looked for through the index of the search.
 */
export function keysOfFound(list: List, shape: Shape) {
  return sql`(
    with known as materialized (${knownCount(list)}),
    judged as materialized (${judgement(list)}),
    counted as materialized (
      select total, reach from known
      union all
      select (select count(*)::int from ${list.table} where ${ownRows(list, shape)} and ${contains(list)}), null
      from judged where is_broad and not exists (select from known)
    ),
    page as materialized (${placeOfPage(shape)}),
    walked as materialized (${walk(list, shape, 'asc')} union all ${walk(list, shape, 'desc')}),
    outcome as materialized (
      select coalesce((select count(*) from walked) = (select take from page), false) as is_walked
    ),
    searched as materialized (${searchIndex(list, shape)}),
    found as (
      select page.total, key.* from page left join walked key on true where (select is_walked from outcome)
      union all
      select page.total, key.* from (select count(*)::int as total from searched) page
      left join lateral (
        select * from searched order by ${ordered(keyNames(list, shape), directionOf(shape))}
        offset ${start} limit greatest(least(${limit}, page.total - ${start}), 0)
      ) key on true
      where not (select is_walked from outcome)
    ),
    news as materialized (${newCount(list, shape)})
    select found.*,
      case when total >= ${worthKeeping} then (select version from news) end as version,
      case when total >= ${worthKeeping} then (select size from news) end as size
    from found
  ) key`
}

const needle = sql`(select search_fold(${sql.placeholder('search')}::text))`

function contains({ table }: List) {
  return sql`strpos(${table.searchText}, ${needle}) > 0`
}

function ofList({ name }: List) {
  return sql`owner_id = ${owner} and list = ${sql.raw(`'${name}'`)}`
}

/** What was counted before, while the list is as it was then. */
function knownCount(list: List) {
  return sql`select ${sql.placeholder('total')}::int as total, ${sql.placeholder('reach')}::int as reach
    from list_versions where ${ofList(list)} and version = ${sql.placeholder('version')}::uuid`
}

/** What a count that was not known is to be kept by. */
function newCount(list: List, { isTyped }: Shape) {
  const rows = isTyped ? sql`ordering = 'type_created' and type = ${wantedType}` : sql`ordering = 'created'`
  return sql`select version, (select sum(n)::int from list_runs where ${ofList(list)} and ${rows}) as size
    from list_versions where ${ofList(list)} and not exists (select from known)`
}

/** More than a tenth of the owner's first and last rows. */
function judgement(list: List) {
  const { table } = list
  const some = (direction: Direction) => sql`(
    select ${table.searchText} from ${table} where ${table.ownerId} = ${owner}
    order by ${table._id} ${sql.raw(direction)} limit 15)`
  return sql`select count(*) filter (where ${contains(list)}) * 10 > count(*) as is_broad
    from (${some('asc')} union all ${some('desc')}) ${table}`
}

/** How many rows the page has, and how many hits lie before and behind it in ascending order. */
function placeOfPage({ order }: Shape) {
  const first = order.descending ? sql`total - ${start} - take` : start
  return sql`select total, reach, take, before, greatest(total - before - take, 0) as behind
    from counted
    cross join lateral greatest(least(${limit}, total - ${start}), 0) take
    cross join lateral greatest(${first}, 0) before`
}

/** The page's keys from one end of the order; nothing if the other is nearer. */
function walk(list: List, shape: Shape, direction: Direction) {
  const { table } = list
  const names = keyNames(list, shape)
  const keys = sql.raw(names.join(', '))
  const [skipped, isNearer] =
    direction === 'asc' ? [sql`before`, sql`before <= behind`] : [sql`behind`, sql`before > behind`]
  return sql`(
    select ${keys} from (
      select ${keys}, ${table.searchText} from ${table} where ${ownRows(list, shape)}
      order by ${ordered(names, direction)} limit (select reach from page)
    ) ${table}
    where ${contains(list)} order by ${ordered(names, direction)}
    offset (select ${skipped} from page) limit coalesce((select take from page where ${isNearer}), 0))`
}

/** All hits, by the index of the search, which `offset 0` makes the only choice. */
function searchIndex(list: List, shape: Shape) {
  const { table } = list
  return sql`select ${sql.raw(keyNames(list, shape).join(', '))} from (
      select * from ${table}
      where search_grams(${table.ownerId}, ${table.searchText}) @@ search_needle(${owner}, ${needle}) offset 0
    ) ${table}
    where ${ownRows(list, shape)} and ${contains(list)}`
}
