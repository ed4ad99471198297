import { desc } from 'drizzle-orm'
import { events } from '~drizzle/schema'

/** The sorts of the list with their ORDER BY. The first is the default. */
export const eventSorts = {
  newestFirst: [desc(events._id)],
  oldestFirst: [events._id],
  'A-Z': [events.nameKey, events._id],
  'Z-A': [desc(events.nameKey), desc(events._id)],
  eventType: [events.Eventtype, events.nameKey, events._id],
}
