import type { z } from 'zod'
import { recordsWithBuds } from '~/buds/records-with-buds.server'
import { budNames, listedBuds } from '~/buds/selected-buds.server'
import { listPage, recordSorts } from '~/db/lists.server'
import { columnsOf } from '~/db/owned.server'
import { listSearch } from '~/forms/list-query'
import { UserError } from '~/http/errors'
import { eventBuds, events } from '~drizzle/schema'
import { eventLabels, eventtypes } from './event'
import { type EventInput, eventFields } from './event-input.server'

/** The fields of an event that the app and the API return. */
export const eventColumns = {
  _id: events._id,
  ...columnsOf(events, eventFields),
  buds: budNames(eventBuds, events),
  createdAt: events.createdAt,
}

export const eventListColumns = { ...eventColumns, ...listedBuds(eventBuds, events) }

export const {
  create: createEvent,
  find: findEvent,
  update: updateEvent,
  remove: deleteEvent,
} = recordsWithBuds<EventInput>({
  noun: 'Event',
  table: events,
  linkTable: eventBuds,
  columns: eventColumns,
  assertValid: assertEndNotBeforeStart,
})

function assertEndNotBeforeStart({ startDate, endDate }: Pick<EventInput, 'startDate' | 'endDate'>) {
  const msg = 'End date must not be before the start date'
  if (endDate < startDate) throw new UserError(400, msg, { errors: { endDate: [msg] } })
}

/** The sorts of the list with their ORDER BY. The first is the default. */
const eventSorts = {
  ...recordSorts(events),
  eventType: [events.Eventtype, events.nameKey, events._id],
}

export const eventSearch = listSearch('Eventtype', eventLabels.Eventtype, eventtypes, eventSorts)
type EventSearch = z.infer<typeof eventSearch.strict>

const eventPage = listPage({
  table: events,
  columns: eventListColumns,
  type: events.Eventtype,
  sorts: eventSorts,
})

/** The body of `GET /events` (product 7). */
export async function listEvents(ownerId: string, { Eventtype: type, ...query }: EventSearch) {
  const { rows, total, ...pages } = await eventPage({ ...query, ownerId, type })
  const { search, sort } = query
  return { events: rows, totalEvents: total, ...pages, searchValues: { search, Eventtype: type, sort } }
}
