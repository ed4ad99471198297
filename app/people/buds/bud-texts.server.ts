import { and, ne, or, sql } from 'drizzle-orm'
import type { SearchedTexts } from '~/base/db/lists.server'
import { buds, hasLongBudText } from '~drizzle/schema'

/** What `searchText` and `tagText` are for those that are too long. */
const long = { text: sql`''`, tags: sql`'\\x00'` }

/**
 * A search looks for the text of a bud and for its tags, which have no phone numbers. Either can be long: such rows are found by
 * `long` alone, which looks at both of their texts.
 */
export const budTexts: SearchedTexts = {
  short: (isFound, hasSearch) =>
    and(
      or(isFound(buds.searchText), hasSearch(buds.tagText)),
      ne(buds.searchText, long.text),
      ne(buds.tagText, long.tags),
    ),
  long: (isFound, hasSearch) =>
    and(
      sql`(${hasLongBudText})`,
      or(
        isFound(sql`coalesce(${buds.longSearchText}, ${buds.searchText})`),
        hasSearch(sql`coalesce(${buds.longTagText}, ${buds.tagText})`),
      ),
    ),
}
