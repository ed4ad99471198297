import { listPage } from '~/db/lists.server'
import { pagesOf } from '~/forms/list-query'
import { events } from '~drizzle/schema'
import type { EventSearch } from './event-input.server'
import { eventSorts } from './event-sorts.server'
import { eventListColumns } from './events.server'

const eventPage = listPage({
  table: events,
  columns: eventListColumns,
  type: events.Eventtype,
  sorts: eventSorts,
})

/** The body of `GET /events` (product 7). */
export async function listEvents(ownerId: string, { Eventtype, page, limit, search, sort }: EventSearch) {
  const type = Eventtype === 'all' ? undefined : Eventtype
  const { rows, total } = await eventPage({ ownerId, search, sort, type, page, limit })
  return {
    events: rows,
    totalEvents: total,
    numOfPages: pagesOf(total, limit),
    currentPage: page,
    searchValues: { search, Eventtype, sort },
  }
}
