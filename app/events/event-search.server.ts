import { listPage } from '~/server/lists.server'
import { pagesOf } from '~/server/search'
import { events } from '~drizzle/schema'
import type { EventSearch } from './event-input.server'
import { eventListColumns } from './events.server'

const eventPage = listPage({
  name: 'events',
  table: events,
  columns: eventListColumns,
  type: events.Eventtype,
  sorts: {
    newestFirst: { by: 'created', descending: true },
    oldestFirst: { by: 'created' },
    'A-Z': { by: 'name' },
    'Z-A': { by: 'name', descending: true },
    eventType: { by: 'type' },
  },
})

/** The body of `GET /events` (product 7). */
export async function listEvents(ownerId: string, { Eventtype, page, limit, search, sort }: EventSearch) {
  const type = Eventtype === 'all' ? undefined : Eventtype
  const { rows, total } = await eventPage(ownerId, { search, sort, type, page, limit })
  return {
    events: rows,
    totalEvents: total,
    numOfPages: pagesOf(total, limit),
    currentPage: page,
    searchValues: { search, Eventtype, sort },
  }
}
