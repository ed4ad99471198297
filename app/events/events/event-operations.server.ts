import { z } from 'zod'
import { wallClockPattern } from '~/base/forms/rules'
import { id, instant, message, type Operations, pageOf, written } from '~/base/http/operation.server'
import { repeatLength, skippedLimit } from '~/events/repeats/repeat-rule.server'
import { budName, listedBuds } from '~/people/buds/bud-responses.server'
import { eventtypes } from './event'
import { eventChange, eventInput, eventRange } from './event-input.server'
import { eventSearch } from './events.server'
import { occurrenceQuery } from './series.server'

const access = 'token'

/** A local date and time. */
export const wallClockTime = z.string().meta({ pattern: wallClockPattern })

export const event = z
  .object({
    _id: id,
    Name: z.string(),
    Description: z.string(),
    Location: z.string(),
    Eventtype: z.enum(eventtypes),
    startDate: wallClockTime,
    endDate: wallClockTime,
    repeat: z.string().max(repeatLength).nullable(),
    skipped: z.array(wallClockTime).max(skippedLimit),
    series: id.nullable(),
    occurrence: wallClockTime.nullable(),
    buds: z.array(budName),
    createdAt: instant,
  })
  .meta({ id: 'Event' })

/** `nextDate` is left out between two times. */
export const listedEvent = event
  .extend({ ...listedBuds, nextDate: wallClockTime.nullable().optional() })
  .meta({ id: 'ListedEvent' })

const { search, Eventtype, when, sort } = eventSearch.strict.shape
const { from, to } = eventRange.shape

export const eventOperations = {
  'GET /events': {
    operationId: 'listEvents',
    summary: 'List events',
    access,
    query: eventSearch.strict.extend({ from: from.optional(), to: to.optional() }),
    response: pageOf({ events: z.array(listedEvent) }, 'totalEvents').extend({
      searchValues: z.object({ search, Eventtype, when, sort }).optional(),
    }),
  },
  'POST /events': {
    operationId: 'createEvent',
    summary: 'Add an event',
    access,
    body: eventInput,
    status: 201,
    response: written({ event }),
  },
  'GET /events/{id}': {
    operationId: 'getEvent',
    summary: 'Read an event',
    access,
    query: z.object({ occurrence: occurrenceQuery.shape.occurrence }),
    response: z.object({ event }),
  },
  'PATCH /events/{id}': {
    operationId: 'updateEvent',
    summary: 'Edit an event',
    access,
    query: occurrenceQuery,
    body: eventChange,
    response: written({ event }),
    ifMatch: true,
  },
  'DELETE /events/{id}': {
    operationId: 'deleteEvent',
    summary: 'Delete an event',
    access,
    query: occurrenceQuery,
    response: message,
    ifMatch: true,
  },
} satisfies Operations
