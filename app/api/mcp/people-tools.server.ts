import { z } from 'zod'
import { countOf } from '~/base/components/count'
import { count } from '~/base/http/operation.server'
import { fullName } from '~/people/buds/bud'
import { bud } from '~/people/buds/bud-responses.server'
import { budSearch, findBud, listBuds } from '~/people/buds/buds.server'
import { tagOperations } from '~/people/buds/tag-operations.server'
import { listTags } from '~/people/buds/tags.server'
import { circle } from '~/people/circles/circle-operations.server'
import { circleSearch, findCircle, listCircles } from '~/people/circles/circles.server'
import { pair } from '~/people/duplicates/duplicate-operations.server'
import { listDuplicates } from '~/people/duplicates/duplicates.server'
import { otherKinds } from '~/people/find/find'
import { findQuery, findRecords, foundRecords } from '~/people/find/find.server'
import { interactionQuery } from '~/people/interactions/interaction-input.server'
import { interaction, listedInteraction } from '~/people/interactions/interaction-operations.server'
import { findInteraction, listInteractions } from '~/people/interactions/interactions.server'
import { smartListOperations } from '~/people/lists/smart-list-operations.server'
import { listSmartLists } from '~/people/lists/smart-lists.server'
import { proposal } from '~/people/proposals/proposal-operations.server'
import { listProposals } from '~/people/proposals/proposals.server'
import { derivedRelation, relation } from '~/people/relations/relation-operations.server'
import { listRelations } from '~/people/relations/relations.server'
import { listTimeline } from '~/planning/today/timeline.server'
import { timelineItem } from '~/planning/today/today-operations.server'
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

/** The fields of records in lists. Those of one record are with its own tool. */
const budRow = [
  '_id',
  'Firstname',
  'Surname',
  'Nickname',
  'Budtype',
  'Occupation',
  'Location',
  'tags',
  'lastContactOn',
  'dueOn',
  'archivedAt',
] as const
const circleRow = ['_id', 'Name', 'Shortname', 'Circletype', 'Location', 'cadenceDays', 'totalBuds'] as const
const circleRows = z.array(pickSchema(circle.extend(counted), circleRow))

const find = tool({
  name: 'find',
  title: 'Find',
  description: `Finds buds (people), ${otherKinds} by any text that they contain, such as a name, a place or a phone number. At most 8 of each, the best first.`,
  input: z.strictObject({ q: findQuery.strict.shape.q.describe('The text') }),
  output: foundRecords,
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
    description:
      'Everything that is stored about one bud: contact details, dates, tastes, notes, relations and what follows from these.',
    input: z.strictObject({ id: idOf('a bud') }),
    output: z.object({ bud, relations: z.array(relation), derived: z.array(derivedRelation) }),
    run: async (ownerId, { id }) => {
      const bud = withoutMeta(await findBud(ownerId, id))
      return { summary: fullName(bud), data: { bud, ...(await listRelations(ownerId, id)) } }
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

const lists = tool({
  name: 'list_lists',
  title: 'List smart lists',
  description:
    'Lists the smart lists, named filters of buds, with their number of buds. list_buds takes the filter of one.',
  input: z.strictObject({}),
  output: smartListOperations['GET /lists'].response,
  run: async (ownerId) => {
    const data = await listSmartLists(ownerId)
    return { summary: countOf(data.lists.length, 'list'), data }
  },
})

const tags = tool({
  name: 'list_tags',
  title: 'List tags',
  description:
    'Lists the tags of buds, with the number of buds that have each. A filter of list_buds takes some of them.',
  input: z.strictObject({}),
  output: tagOperations['GET /tags'].response,
  run: async (ownerId) => {
    const data = { tags: await listTags(ownerId) }
    return { summary: countOf(data.tags.length, 'tag'), data }
  },
})

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
      const circle = withoutMeta(await findCircle(ownerId, id))
      return { summary: circle.Name, data: { circle: withFewBuds(circle) } }
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
      const interaction = withoutMeta(await findInteraction(ownerId, id))
      return {
        summary: `${interaction.kind} on ${interaction.on}`,
        data: { interaction: withFewBuds(interaction) },
      }
    },
  }),
]

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

export const peopleTools = [find, ...buds, lists, tags, ...circles, ...interactions, duplicates, proposals]
