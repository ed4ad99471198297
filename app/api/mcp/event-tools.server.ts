import { z } from 'zod'
import { countOf } from '~/base/components/count'
import { count, day, id } from '~/base/http/operation.server'
import { UserError } from '~/base/node/errors'
import { findCalendarEntries } from '~/events/calendar/calendar-entries.server'
import { eventRange } from '~/events/events/event-input.server'
import { event, listedEvent } from '~/events/events/event-operations.server'
import { eventSearch, listEvents } from '~/events/events/events.server'
import { findOccurrence, occurrenceQuery } from '~/events/events/series.server'
import {
  counted,
  idOf,
  limit,
  mostNamed,
  page,
  pages,
  pick,
  pickSchema,
  summaryOf,
  tool,
  withFewBuds,
  withoutMeta,
} from './tool.server'

const row = ['_id', 'Name', 'Location', 'Eventtype', 'startDate', 'endDate'] as const
const calendarRow = [...row, 'occurrence'] as const
export const eventRow = [...row, 'repeat', 'totalBuds'] as const
export const eventRows = z.array(pickSchema(listedEvent, eventRow))

/** Each day of the range is looked up for dates. */
const longestRange = 366

export const eventTools = [
  tool({
    name: 'list_events',
    title: 'List events',
    description:
      'Lists events by name or text, also past ones. calendar has those of some days; get_event has the description and who attends.',
    input: z.strictObject({ ...eventSearch.strict.shape, page, limit }),
    output: z.object({ events: eventRows, totalEvents: count, ...pages }),
    run: async (ownerId, query) => {
      const { events, totalEvents, numOfPages, currentPage } = await listEvents(ownerId, query)
      const data = { events: events.map((row) => pick(row, eventRow)), totalEvents, numOfPages, currentPage }
      return { summary: summaryOf(events, totalEvents, 'events', data), data }
    },
  }),
  tool({
    name: 'get_event',
    title: 'Read an event',
    description: `One event, or an occurrence of a series, with its description and the first ${mostNamed} attendees by name.`,
    input: z.strictObject({
      id: idOf('an event'),
      occurrence: occurrenceQuery.shape.occurrence.describe('The start of one of a series: YYYY-MM-DDTHH:mm'),
    }),
    output: z.object({ event: event.extend(counted) }),
    run: async (ownerId, { id, occurrence }) => {
      const event = withoutMeta(await findOccurrence(ownerId, id, occurrence))
      return { summary: event.Name, data: { event: withFewBuds(event) } }
    },
  }),
  tool({
    name: 'calendar',
    title: 'Calendar',
    description:
      'The events and occurrences of series that overlap a period of at most a year, and the birthdays, other dates of buds and milestones of circles in it, the soonest first. Both lists have the same pages.',
    input: z.strictObject({
      from: eventRange.shape.from.describe('The begin: YYYY-MM-DDTHH:mm'),
      to: eventRange.shape.to.describe('The end, which is not part of it: YYYY-MM-DDTHH:mm'),
      page,
      limit,
    }),
    output: z.object({
      events: z.array(pickSchema(event, calendarRow)),
      totalEvents: count,
      dates: z.array(
        z.object({
          bud: id.nullable(),
          circle: id.nullable(),
          name: z.string(),
          label: z.string(),
          on: day,
          years: z.int().nullable(),
        }),
      ),
      totalDates: count,
      ...pages,
    }),
    run: async (ownerId, { page, limit, ...times }) => {
      const range = eventRange.parse(times)
      const days = (Date.parse(`${range.to}Z`) - Date.parse(`${range.from}Z`)) / 86_400_000
      if (days > longestRange) throw new UserError(400, `to must be at most ${longestRange} days after from`)
      const { events, dates } = await findCalendarEntries(ownerId, range)
      const ofPage = <Row>(rows: Row[]) => rows.slice((page - 1) * limit, page * limit)
      const data = {
        events: ofPage(events).map((row) => pick(row, calendarRow)),
        totalEvents: events.length,
        dates: ofPage(dates).map(({ _id: _, page: __, budId, circleId, ...date }) => ({
          bud: budId,
          circle: circleId,
          ...date,
        })),
        totalDates: dates.length,
        numOfPages: Math.ceil(Math.max(events.length, dates.length) / limit),
        currentPage: page,
      }
      return {
        summary: `${countOf(events.length, 'event')} and ${countOf(dates.length, 'date')}, page ${page} of ${data.numOfPages}`,
        data,
      }
    },
  }),
]
