import { desc } from 'drizzle-orm'
import { buds } from '~drizzle/schema'

/** The sorts of the list with their ORDER BY. The first is the default. */
export const budSorts = {
  newestFirst: [desc(buds._id)],
  oldestFirst: [buds._id],
  'A-Z': [buds.nameKey, buds._id],
  'Z-A': [desc(buds.nameKey), desc(buds._id)],
  budType: [buds.Budtype, buds.nameKey, buds._id],
}
