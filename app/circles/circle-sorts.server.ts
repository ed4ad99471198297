import { desc } from 'drizzle-orm'
import { circles } from '~drizzle/schema'

/** The sorts of the list with their ORDER BY. The first is the default. */
export const circleSorts = {
  newestFirst: [desc(circles._id)],
  oldestFirst: [circles._id],
  'A-Z': [circles.nameKey, circles._id],
  'Z-A': [desc(circles.nameKey), desc(circles._id)],
  circleType: [circles.Circletype, circles.nameKey, circles._id],
}
