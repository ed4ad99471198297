import { z } from 'zod'
import { countOf } from '~/base/components/count'
import { count, day, id } from '~/base/http/operation.server'
import { UserError } from '~/base/node/errors'
import { findCalendarEntries } from '~/events/calendar/calendar-entries.server'
import { eventRange } from '~/events/events/event-input.server'
import { event, listedEvent } from '~/events/events/event-operations.server'
import { eventSearch, findEvent, listEvents } from '~/events/events/events.server'
import { bud } from '~/people/buds/bud-responses.server'
import { budSearch, findBud, listBuds } from '~/people/buds/buds.server'
import { circle } from '~/people/circles/circle-operations.server'
import { circleSearch, findCircle, listCircles } from '~/people/circles/circles.server'
import { pair } from '~/people/duplicates/duplicate-operations.server'
import { listDuplicates } from '~/people/duplicates/duplicates.server'
import { findQuery, findRecords } from '~/people/find/find.server'
import { found } from '~/people/find/find-operations.server'
import { interactionQuery } from '~/people/interactions/interaction-input.server'
import { interaction, listedInteraction } from '~/people/interactions/interaction-operations.server'
import { findInteraction, listInteractions } from '~/people/interactions/interactions.server'
import { proposal } from '~/people/proposals/proposal-operations.server'
import { listProposals } from '~/people/proposals/proposals.server'
import { listTimeline } from '~/planning/today/timeline.server'
import { loadToday } from '~/planning/today/today.server'
import { date, overdue, timelineItem } from '~/planning/today/today-operations.server'
import { planTogether } from '~/planning/together/together.server'
import { selectionInput, selectionOf } from '~/planning/together/together-input.server'
import { plan } from '~/planning/together/together-operations.server'
import {
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
} from './tool.server'

/** The fields of records in lists. Those of one record are with its own tool. */
const budRow = [
  ...(['_id', 'Firstname', 'Surname', 'Nickname', 'Budtype', 'Occupation', 'Location'] as const),
  ...(['lastContactOn', 'dueOn'] as const),
] as const
const circleRow = ['_id', 'Name', 'Shortname', 'Circletype', 'Location', 'cadenceDays', 'totalBuds'] as const
const calendarRow = ['_id', 'Name', 'Location', 'Eventtype', 'startDate', 'endDate'] as const
const eventRow = [...calendarRow, 'totalBuds'] as const

const counted = { totalBuds: count }
const circleRows = z.array(pickSchema(circle.extend(counted), circleRow))
const eventRows = z.array(pickSchema(listedEvent, eventRow))

const nameOf = ({ Firstname, Surname }: { Firstname: string; Surname: string }) =>
  `${Firstname} ${Surname}`.trim()

const find = tool({
  name: 'find',
  title: 'Find',
  description:
    'Finds buds (people), circles and events by any text that they contain, such as a name, a place or a phone number. At most 8 of each, the best first.',
  input: z.strictObject({ q: findQuery.strict.shape.q.describe('The text') }),
  output: found,
  run: async (ownerId, { q }) => {
    const data = await findRecords(ownerId, q)
    const { buds, circles, events } = data
    const counts = [
      countOf(buds.length, 'bud'),
      countOf(circles.length, 'circle'),
      countOf(events.length, 'event'),
    ]
    return { summary: counts.join(', '), data }
  },
})

const buds = [
  tool({
    name: 'list_buds',
    title: 'List buds',
    description:
      'Lists buds (people) with the last contact and the day on which the next one is due. get_bud has everything about one.',
    input: z.strictObject({ ...budSearch.strict.shape, page, limit }),
    output: z.object({ buds: z.array(pickSchema(bud, budRow)), totalBuds: count, ...pages }),
    run: async (ownerId, query) => {
      const { buds, totalBuds, numOfPages, currentPage } = await listBuds(ownerId, query)
      const data = { buds: buds.map((row) => pick(row, budRow)), totalBuds, numOfPages, currentPage }
      return { summary: summaryOf(buds, totalBuds, 'buds', data), data }
    },
  }),
  tool({
    name: 'get_bud',
    title: 'Read a bud',
    description: 'Everything that is stored about one bud: contact details, dates, tastes, notes.',
    input: z.strictObject({ id: idOf('a bud') }),
    output: z.object({ bud }),
    run: async (ownerId, { id }) => {
      const { version: _, changeId: __, ...bud } = await findBud(ownerId, id)
      return { summary: nameOf(bud), data: { bud } }
    },
  }),
  tool({
    name: 'timeline',
    title: 'Timeline of a bud',
    description:
      'What happened with one bud, the latest first: interactions with their notes, past events, milestones of circles.',
    input: z.strictObject({ id: idOf('a bud'), page, limit }),
    output: z.object({ items: z.array(timelineItem), totalItems: count, ...pages }),
    run: async (ownerId, { id, ...query }) => {
      const data = await listTimeline(ownerId, id, query)
      return { summary: summaryOf(data.items, data.totalItems, 'items', data), data }
    },
  }),
]

const circles = [
  tool({
    name: 'list_circles',
    title: 'List circles',
    description:
      'Lists circles, which are groups of buds. get_circle has the description, milestones and members.',
    input: z.strictObject({ ...circleSearch.strict.shape, page, limit }),
    output: z.object({ circles: circleRows, totalCircles: count, ...pages }),
    run: async (ownerId, query) => {
      const { circles, totalCircles, numOfPages, currentPage } = await listCircles(ownerId, query)
      const rows = circles.map((row) => pick(row, circleRow))
      const data = { circles: rows, totalCircles, numOfPages, currentPage }
      return { summary: summaryOf(rows, totalCircles, 'circles', data), data }
    },
  }),
  tool({
    name: 'get_circle',
    title: 'Read a circle',
    description: `One circle with its milestones and its first ${mostNamed} members by name.`,
    input: z.strictObject({ id: idOf('a circle') }),
    output: z.object({ circle: circle.extend(counted) }),
    run: async (ownerId, { id }) => {
      const { version: _, changeId: __, ...circle } = await findCircle(ownerId, id)
      return { summary: circle.Name, data: { circle: withFewBuds(circle) } }
    },
  }),
]

/** Each day of the range is looked up for the dates of buds. */
const longestRange = 366

const events = [
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
    description: `One event with its description and the first ${mostNamed} attendees by name.`,
    input: z.strictObject({ id: idOf('an event') }),
    output: z.object({ event: event.extend(counted) }),
    run: async (ownerId, { id }) => {
      const { version: _, changeId: __, ...event } = await findEvent(ownerId, id)
      return { summary: event.Name, data: { event: withFewBuds(event) } }
    },
  }),
  tool({
    name: 'calendar',
    title: 'Calendar',
    description:
      'The events that overlap a period of at most a year, and the birthdays and other dates of buds in it, the soonest first. Both lists have the same pages.',
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
        z.object({ bud: id, name: z.string(), label: z.string(), on: day, years: z.int().nullable() }),
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
        dates: ofPage(dates).map(({ _id: _, budId, ...date }) => ({ bud: budId, ...date })),
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

const interactions = [
  tool({
    name: 'list_interactions',
    title: 'List interactions',
    description: 'Calls, messages, meetings and notes with what was noted about them, the latest first.',
    input: z.strictObject({
      bud: interactionQuery.strict.shape.bud.describe('The _id of a bud, for those with that bud alone'),
      page,
      limit,
    }),
    output: z.object({ interactions: z.array(listedInteraction), totalInteractions: count, ...pages }),
    run: async (ownerId, query) => {
      const data = await listInteractions(ownerId, query)
      const { interactions, totalInteractions } = data
      return { summary: summaryOf(interactions, totalInteractions, 'interactions', data), data }
    },
  }),
  tool({
    name: 'get_interaction',
    title: 'Read an interaction',
    description: `One interaction with its note and the first ${mostNamed} buds by name.`,
    input: z.strictObject({ id: idOf('an interaction') }),
    output: z.object({ interaction: interaction.extend(counted) }),
    run: async (ownerId, { id }) => {
      const { version: _, changeId: __, ...interaction } = await findInteraction(ownerId, id)
      return {
        summary: `${interaction.kind} on ${interaction.on}`,
        data: { interaction: withFewBuds(interaction) },
      }
    },
  }),
]

const today = tool({
  name: 'today',
  title: 'Today',
  description:
    'The day of the user, whom to contact (the most overdue first, with the reason), the birthdays and other dates of the next 30 days, and the events of this week.',
  input: z.strictObject({ limit: limit.describe('Rows of each list') }),
  output: z.object({
    today: day,
    overdue: z.array(overdue),
    totalOverdue: count,
    dates: z.array(date),
    totalDates: count,
    events: eventRows,
    totalEvents: count,
  }),
  run: async (ownerId, { limit }) => {
    const { today, overdue, totalOverdue, dates, events } = await loadToday(ownerId)
    const data = {
      today,
      overdue: overdue.slice(0, limit),
      totalOverdue,
      dates: dates.slice(0, limit),
      totalDates: dates.length,
      events: events.slice(0, limit).map((row) => pick(row, eventRow)),
      totalEvents: events.length,
    }
    const summary = `${today}: ${totalOverdue} overdue, ${dates.length} dates soon, ${events.length} events this week`
    return { summary, data }
  },
})

const shared = z.array(z.object({ name: z.string(), buds: z.array(id), totalBuds: count }))
const tastesShown = 20

const together = tool({
  name: 'together',
  title: 'Plan together',
  description: `What some buds have in common, what stands against it (allergies, diets), what suits all, when they last met, when none of them has an event, and who else would fit. Takes one of buds, circle and event. Names at most ${mostNamed} buds; totalBuds counts all.`,
  input: z.strictObject(selectionInput.shape),
  output: plan.extend({
    totalBuds: count,
    common: z.object({ hobbies: shared, preferences: shared }),
    conflicts: shared,
  }),
  run: async (ownerId, selection) => {
    const { buds, common, conflicts, suitsAll, lastMet, freeTimes, alsoInvite } = await planTogether(
      ownerId,
      selectionOf(selection),
    )
    const data = {
      ...withFewBuds({ buds }),
      common: {
        hobbies: common.hobbies.slice(0, tastesShown).map(withFewBuds),
        preferences: common.preferences.slice(0, tastesShown).map(withFewBuds),
      },
      conflicts: conflicts.map(withFewBuds),
      suitsAll: suitsAll.slice(0, mostNamed),
      ...{ lastMet, freeTimes, alsoInvite },
    }
    return { summary: `A plan for ${countOf(buds.length, 'bud')}`, data }
  },
})

const duplicates = tool({
  name: 'list_duplicates',
  title: 'List duplicates',
  description: 'Pairs of buds that may be the same person, the most likely first, each with the reasons.',
  input: z.strictObject({ page, limit }),
  output: z.object({ duplicates: z.array(pair), totalDuplicates: count, ...pages }),
  run: async (ownerId, query) => {
    const data = await listDuplicates(ownerId, query)
    return { summary: summaryOf(data.duplicates, data.totalDuplicates, 'pairs', data), data }
  },
})

const proposals = tool({
  name: 'list_proposals',
  title: 'List proposals',
  description:
    'The proposed contact details that wait for the user, the newest first, as differences from what is stored.',
  input: z.strictObject({ page, limit }),
  output: z.object({ proposals: z.array(proposal), totalProposals: count, ...pages }),
  run: async (ownerId, query) => {
    const data = await listProposals(ownerId, query)
    return { summary: summaryOf(data.proposals, data.totalProposals, 'proposals', data), data }
  },
})

/** Tools that read, as the API does, and change nothing (product 27.2). */
export const readingTools = [
  ...[find, ...buds, ...circles, ...events, ...interactions],
  ...[today, together, duplicates, proposals],
]
