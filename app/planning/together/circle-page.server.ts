import { sql } from 'drizzle-orm'
import { db } from '~/base/db/db.server'
import { computedOnce, wallClockText } from '~/base/db/fragments.server'
import { jsonRows } from '~/base/db/json-rows.server'
import { literal, parameter } from '~/base/db/lists.server'
import { personOf } from '~/people/buds/bud'
import { findCircle } from '~/people/circles/circles.server'
import { milestoneDays } from '~/people/circles/milestone-days'
import { contactStatus, events } from '~drizzle/schema'
import { loadTogether, sharedOf } from './together.server'

/** Shared events that the page of a circle shows. */
const eventLimit = 20

const owner = parameter('ownerId', 'uuid')
const circle = parameter('id', 'uuid')

/** When the members were last in touch, and are due. */
const contacts = jsonRows(
  { budId: contactStatus.budId, lastContactOn: contactStatus.lastContactOn, dueOn: contactStatus.dueOn },
  sql`from circle_buds member join contact_status
    on contact_status.owner_id = member.owner_id and contact_status.bud_id = member.bud_id
    where member.owner_id = ${owner} and member.circle_id = ${circle}`,
  sql`contact_status.bud_id`,
)

const hasEnded = sql<boolean>`events.ends_at <= clock.now`

/** Events of two or more of the members: those to come, the soonest first, then past ones, the latest first. */
const order = sql`${hasEnded}, case when not ${hasEnded} then events.list_start end, events.list_start desc, events.id`

const sharedEvents = jsonRows(
  {
    _id: events._id,
    Name: events.Name,
    Location: events.Location,
    Eventtype: events.Eventtype,
    /** Of a series, those of the occurrence that comes next, or of the last one. */
    startDate: wallClockText(sql`events.list_start`),
    endDate: wallClockText(sql`events.list_start + (events.end_date - events.start_date)`),
    occurrence: wallClockText(sql`case when events.repeat is not null then events.list_start end`),
    hasEnded,
    members: sql<number>`events.members`,
  },
  sql`from (
    select events.*, shared.members from (
      select link.event_id, count(*) as members from circle_buds member
        join event_buds link on link.owner_id = member.owner_id and link.bud_id = member.bud_id
        where member.owner_id = ${owner} and member.circle_id = ${circle}
        group by link.event_id having count(*) > 1
    ) shared join events on events.owner_id = ${owner} and events.id = shared.event_id
    order by ${order} limit ${literal(eventLimit)}
  ) events`,
  order,
)

const selectPage = db
  .select({ contacts, events: sharedEvents })
  .from(computedOnce(sql`select owner_now(${owner}) as now`, 'clock'))
  .prepare('circle_page')

/** What the page of a circle shows (product 4.5). Throws 404. */
export async function loadCirclePage(ownerId: string, id: string) {
  const found = await findCircle(ownerId, id)
  const [[row], plan] = await Promise.all([
    selectPage.execute({ ownerId, id: found._id }),
    loadTogether(ownerId, { buds: [], circle: found._id, event: null }),
  ])
  const milestones = milestoneDays(found.milestones, plan.today)
  const contactOf = new Map(row?.contacts.map(({ budId, ...contact }) => [budId, contact]))
  const members = plan.people.map((bud) => ({
    ...personOf(bud),
    ...(contactOf.get(bud._id) ?? { lastContactOn: null, dueOn: null }),
  }))
  return { circle: found, buds: members, milestones, events: row?.events ?? [], plan }
}

/** The body of `GET /circles/{id}/page`. */
export async function readCirclePage(ownerId: string, id: string) {
  const {
    plan,
    circle: { version: _, ...circle },
    ...page
  } = await loadCirclePage(ownerId, id)
  return { circle, ...page, ...sharedOf(plan) }
}
