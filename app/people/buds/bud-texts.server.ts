import { and, ne, or, sql } from 'drizzle-orm'
import type { SearchedTexts } from '~/base/db/lists.server'
import { buds, hasLongBudText, longTags } from '~drizzle/schema'

/** A search looks for the text of a bud and for its tags. The tags are apart, because they change often. */
export const budTexts: SearchedTexts = {
  short: (isFound) =>
    and(
      or(isFound(buds.searchText), isFound(buds.tagText)),
      ne(buds.searchText, sql`''`),
      ne(buds.tagText, longTags),
    ),
  long: (isFound) =>
    and(
      sql`(${hasLongBudText})`,
      or(
        isFound(sql`coalesce(${buds.longSearchText}, ${buds.searchText})`),
        isFound(sql`tag_key(${buds.tags})`),
      ),
    ),
}
