import { and, eq, sql } from 'drizzle-orm'
import { db } from '~/base/db/db.server'
import { byOwnerAndId } from '~/base/db/owned.server'
import { rangeOf } from '~/base/db/pages'
import type { Answer } from '~/events/guests/guest'
import { dateFacts } from '~/people/buds/bud-dates'
import { budColumns } from '~/people/buds/buds.server'
import { wayOf } from '~/people/relations/derived'
import { familyOfBud } from '~/people/relations/network.server'
import { relationDays, relationName, relationTitle } from '~/people/relations/relation'
import { readNetwork } from '~/people/relations/relations.server'
import { buds, circleBuds, circles, eventBuds, events, proposals } from '~drizzle/schema'
import type { LastContact } from './reason'
import { ownerClock, readTimeline, timelineColumn, timelinePage } from './timeline.server'
import { lastContactOf } from './today.server'

const { isOwn, assertFound } = byOwnerAndId('Bud', buds)

type CircleName = { _id: string; Name: string; cadenceDays: number | null }
type EventTime = {
  _id: string
  Name: string
  Location: string
  startDate: string
  occurrence: string | null
  answer: Answer | null
}

const shownEvents = sql.raw('5')

/** The circles of the bud, by name. */
const circlesOfBud = sql<CircleName[]>`(
  select coalesce(json_agg(json_build_object('_id', id, 'Name', name, 'cadenceDays', circles.cadence_days) order by name_key, id), '[]')
  from ${circles} join ${circleBuds} on circle_buds.owner_id = circles.owner_id and circle_id = circles.id
  where circle_buds.owner_id = buds.owner_id and circle_buds.bud_id = buds.id
)`

/** The next events of the bud, those that have begun included. Of a series, the occurrence that comes next. */
const nextEvents = sql<EventTime[]>`(
  select coalesce(json_agg(json_build_object('_id', id, 'Name', name, 'Location', location,
    'startDate', to_char(list_start, 'YYYY-MM-DD"T"HH24:MI'), 'answer', answer,
    'occurrence', case when repeat is not null then to_char(list_start, 'YYYY-MM-DD"T"HH24:MI') end) order by list_start, id), '[]')
  from (
    select events.*, answer from ${events} join ${eventBuds} on event_buds.owner_id = events.owner_id and event_id = events.id
    where event_buds.owner_id = buds.owner_id and event_buds.bud_id = buds.id and ends_at > clock.now
    order by list_start, id limit ${shownEvents}
  ) events
)`

/** The cadence in effect and the last contact. Null if the bud has neither. */
const contact = sql<{ cadenceDays: number | null; last: LastContact } | null>`(
  select json_build_object('cadenceDays', status.cadence_days, 'last', ${lastContactOf(sql`status.owner_id`, sql`status`)})
  from contact_status status where status.owner_id = buds.owner_id and status.bud_id = buds.id
)`

/** The proposals for the bud that wait. */
const totalProposals = sql<number>`(
  select count(*)::int from ${proposals} where proposals.owner_id = buds.owner_id and proposals.bud_id = buds.id
)`

const selectPage = db
  .select({
    ...budColumns,
    version: buds.version,
    today: sql<string>`clock.now::date::text`,
    circles: circlesOfBud,
    nextEvents,
    contact,
    timeline: timelineColumn,
    totalProposals,
    network: familyOfBud,
  })
  .from(buds)
  .innerJoin(ownerClock, sql`true`)
  .where(and(eq(buds.ownerId, sql.placeholder('ownerId')), eq(buds._id, sql.placeholder('id'))))
  .prepare('select_bud_page')

const timelineLimit = 20

/** The data of the bud screen (product 3.5), with a page of the timeline, in one statement. Throws 404. */
export async function loadBudPage(ownerId: string, id: string, page: number) {
  isOwn(ownerId, id)
  const query = { page, limit: timelineLimit }
  const row = await readTimeline((occurrences) =>
    selectPage.execute({ ownerId, id, ...rangeOf(query), occurrences }),
  )
  const { today, circles, nextEvents, contact, timeline, totalProposals, network, ...bud } = assertFound(row)
  const { relations, derived } = readNetwork(bud._id, network, today)
  return {
    bud,
    today,
    dates: dateFacts(bud.dates, today),
    circles,
    nextEvents,
    contact,
    totalProposals,
    relations: relations.map((one) => ({
      _id: one._id,
      bud: one.bud,
      title: relationTitle(one),
      remark: [relationDays(one), one.note].filter(Boolean).join(' · '),
    })),
    derived: derived.map((one) => ({ bud: one.bud, title: relationName(one.kind), remark: wayOf(one) })),
    timeline: timelinePage(timeline, query),
  }
}
