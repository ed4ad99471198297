import { z } from 'zod'
import { count, day, id, type Operations } from '~/base/http/operation.server'
import { event, wallClockTime } from '~/events/events/event-operations.server'
import { occurrenceQuery } from '~/events/events/series.server'
import { guest, guestTotals } from '~/events/guests/guest-operations.server'
import { person } from '~/people/buds/bud-responses.server'
import { circle, milestone } from '~/people/circles/circle-operations.server'
import { selectionInput } from './together-input.server'

const shared = z.array(z.object({ name: z.string(), buds: z.array(id) }))

/** What some buds share, and what stands against it. */
const whatIsShared = {
  common: z.object({ hobbies: shared, preferences: shared }),
  conflicts: shared,
  suitsAll: z.array(z.string()),
}

export const plan = z.object({
  buds: z.array(person),
  ...whatIsShared,
  lastMet: day.nullable(),
  freeTimes: z.array(z.object({ startDate: wallClockTime, endDate: wallClockTime, reason: z.string() })),
  alsoInvite: z.array(z.object({ bud: person, reason: z.string() })),
})

const calendarEvent = event.pick({
  _id: true,
  Name: true,
  Location: true,
  Eventtype: true,
  startDate: true,
  endDate: true,
  occurrence: true,
})

export const togetherOperations = {
  'GET /together': {
    operationId: 'planTogether',
    summary: 'Plan with some buds',
    access: 'token',
    query: selectionInput,
    // A circle, an event or a list that is not the caller's.
    errors: [404],
    response: plan,
  },
  'GET /events/{id}/page': {
    operationId: 'getEventPage',
    summary: 'Read what the page of an event shows',
    access: 'token',
    query: z.object({ occurrence: occurrenceQuery.shape.occurrence }),
    response: z.object({
      event,
      guests: z.array(guest),
      totals: guestTotals,
      ...whatIsShared,
      near: z.array(calendarEvent),
    }),
  },
  'GET /circles/{id}/page': {
    operationId: 'getCirclePage',
    summary: 'Read what the page of a circle shows',
    access: 'token',
    response: z.object({
      circle,
      buds: z.array(person.extend({ lastContactOn: day.nullable(), dueOn: day.nullable() })),
      ...whatIsShared,
      milestones: z.array(milestone.extend({ on: day.nullable(), years: count.nullable() })),
      events: z.array(calendarEvent.extend({ hasEnded: z.boolean(), members: count })),
    }),
  },
} satisfies Operations
