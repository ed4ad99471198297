import type { z } from 'zod'
import { listPage, recordSorts } from '~/db/lists.server'
import { listSearch } from '~/forms/list-query'
import { events } from '~drizzle/schema'
import { eventtypes } from './event'
import { eventListColumns } from './events.server'

/** The sorts of the list with their ORDER BY. The first is the default. */
export const eventSorts = {
  ...recordSorts(events),
  eventType: [events.Eventtype, events.nameKey, events._id],
}

export const eventSearch = listSearch('Eventtype', eventtypes, eventSorts)
type EventSearch = z.infer<typeof eventSearch.strict>

const eventPage = listPage({
  table: events,
  columns: eventListColumns,
  type: events.Eventtype,
  sorts: eventSorts,
})

/** The body of `GET /events` (product 7). */
export async function listEvents(ownerId: string, { Eventtype, ...query }: EventSearch) {
  const type = Eventtype === 'all' ? undefined : Eventtype
  const { rows, total, ...pages } = await eventPage({ ...query, ownerId, type })
  const { search, sort } = query
  return { events: rows, totalEvents: total, ...pages, searchValues: { search, Eventtype, sort } }
}
