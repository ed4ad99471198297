import { z } from 'zod'
import { count, day, id, type Operations, pageOf } from '~/base/http/operation.server'
import { listedEvent } from '~/events/events/event-operations.server'
import { person } from '~/people/buds/bud-responses.server'
import { timelineQuery } from './timeline.server'

const access = 'token'

export const overdue = z.object({
  bud: person,
  dueOn: day,
  cadenceDays: z.int(),
  lastContactOn: day.nullable(),
  reason: z.string(),
})
/** A date has a bud, or it is a milestone and has a circle. */
export const date = z.object({
  bud: person.nullable(),
  circle: z.object({ _id: id, Name: z.string() }).nullable(),
  label: z.string(),
  on: day,
  years: z.int().nullable(),
})
export const timelineItem = z.object({
  type: z.enum(['interaction', 'event', 'milestone']),
  _id: id,
  on: day,
  title: z.string(),
  note: z.string(),
})

export const todayOperations = {
  'GET /today': {
    operationId: 'getToday',
    summary: 'Read what is due',
    access,
    response: z.object({
      today: day,
      overdue: z.array(overdue),
      totalOverdue: count,
      dates: z.array(date),
      events: z.array(listedEvent),
    }),
  },
  'GET /buds/{id}/timeline': {
    operationId: 'getTimeline',
    summary: 'Read the timeline of a bud',
    access,
    query: timelineQuery.strict,
    response: pageOf({ items: z.array(timelineItem) }, 'totalItems'),
  },
} satisfies Operations
