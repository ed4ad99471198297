import { type SQL, sql } from 'drizzle-orm'
import { type ExtraConfigColumn, index } from 'drizzle-orm/pg-core'
import { bytes, bytewise, joined } from './columns'

/**
 * The text that a search matches, for the lists of records, whose indexes contain it. Bytes are compared faster than
 * characters. A text that is too long for an index row is in `longSearchText` alone, which is null for all other rows.
 * `most`: the bytes of the longest text in the indexes. Default: 1,600.
 */
export const listSearchable = (fields: [string, ...string[]], most?: number) => {
  const text = joined(fields)
  const limit = most ? `, ${most}` : ''
  return {
    searchText: bytes('search_text')
      .notNull()
      .generatedAlwaysAs(sql.raw(`short_key(search_key(${text})${limit})`)),
    longSearchText: bytes('long_search_text').generatedAlwaysAs(sql.raw(`long_search_key(${text}${limit})`)),
  }
}

/** Sort key of a name. */
export const keyOfName = (name: SQL) =>
  bytewise('name_key').notNull().generatedAlwaysAs(sql`left(name_fold(${name}), 200)`)

type Column = Partial<ExtraConfigColumn>

const hasLongText = sql`long_search_text is not null`

type ListColumns = Record<'ownerId' | '_id' | 'nameKey' | 'searchText' | 'longSearchText', Column>

/**
 * The indexes of a list: two for each sort, for queries with and without a type. Ids are UUIDv7, so the order of ids is that
 * of creation. They contain the columns `listed`, which all queries look at. Those without a type contain the searched text
 * and the columns `filtered` too, so that a search or a filter reads the index alone. With such columns, the indexes by type
 * contain no text: a search with a type reads the others, and writing is cheaper.
 */
export const listIndexes = (
  list: string,
  table: ListColumns,
  type: Column,
  {
    listed = [],
    filtered,
    isLong = hasLongText,
  }: { listed?: Column[]; filtered?: Column[]; isLong?: SQL } = {},
) => {
  const { ownerId, _id, nameKey, searchText } = table
  const found = [...(filtered ?? []), searchText]
  const foundByType = filtered ? [] : [searchText]
  return [
    index(`${list}_by_time`).on(ownerId, _id, ...listed, ...found),
    index(`${list}_by_type`).on(ownerId, type, _id, ...listed, ...foundByType),
    index(`${list}_by_name`).on(ownerId, nameKey, _id, ...listed, ...found),
    index(`${list}_by_type_and_name`).on(ownerId, type, nameKey, _id, ...listed, ...foundByType),
    index(`${list}_long_text`).on(ownerId, _id).where(isLong),
  ]
}
