import { sql } from 'drizzle-orm'
import { db } from '~/db/db.server'
import { jsonRows } from '~/db/json-rows.server'
import { literal } from '~/db/lists.server'
import { overlapping } from '~/events/event-range.server'
import { eventListColumns } from '~/events/events.server'
import { buds, events } from '~drizzle/schema'
import { type LastContact, reasonOf } from './reason'

/** The most overdue buds, dates and events that Today shows. */
const overdueLimit = 50
const dateLimit = 100
const eventLimit = 100
/** Dates from today to this many days later. */
const dateDays = 30

const person = sql`json_build_object('_id', ${buds._id}, 'Firstname', ${buds.Firstname}, 'Surname', ${buds.Surname}, 'photo', ${buds.photo})`
export type Person = { _id: string; Firstname: string; Surname: string; photo: string | null }

const ownerId = sql`${sql.placeholder('ownerId')}::uuid`
const isOverdue = sql`status.owner_id = ${ownerId} and status.due_on < clock.today`
/** The most overdue in proportion to their cadence first. */
const byUrgency = sql`(clock.today - due.due_on)::float8 / due.cadence_days desc, due.due_on, due.bud_id`

/** The last contact of a row `status` of `contact_status`: an event, or an interaction with its kind and note. */
export const lastContact = sql<LastContact>`json_build_object(
  'event', (select name from events where owner_id = ${ownerId} and id = status.last_contact_id),
  'kind', (select kind from interactions where owner_id = ${ownerId} and id = status.last_contact_id),
  'note', (select note from interactions where owner_id = ${ownerId} and id = status.last_contact_id)
)`

const overdue = jsonRows(
  {
    bud: sql<Person>`${person}`,
    dueOn: sql<string>`due.due_on`,
    cadenceDays: sql<number>`due.cadence_days`,
    lastContactOn: sql<string | null>`status.last_contact_on`,
    last: lastContact,
  },
  sql`from (
    select status.bud_id, status.due_on, status.cadence_days from contact_status status where ${isOverdue}
    order by (clock.today - due_on)::float8 / cadence_days desc, due_on, bud_id limit ${literal(overdueLimit)}
  ) due, lateral (
    select * from contact_status where owner_id = ${ownerId} and bud_id = due.bud_id limit 1
  ) status, lateral (
    select * from ${buds} where owner_id = ${ownerId} and id = due.bud_id limit 1
  ) ${buds}`,
  byUrgency,
)

const dates = jsonRows(
  {
    bud: sql<Person>`${person}`,
    label: sql<string>`near.label`,
    on: sql<string>`near.on_day`,
    years: sql<number | null>`near.years`,
  },
  sql`from dates_between(
    ${ownerId}, clock.today, clock.today + ${literal(dateDays)}, ${literal(dateLimit)}
  ) near, lateral (
    select * from ${buds} where owner_id = ${ownerId} and id = near.bud_id limit 1
  ) ${buds}`,
  sql`near.on_day, ${buds.nameKey}, ${buds._id}, near.n`,
)

const monday = sql`date_trunc('week', clock.today::timestamp)`
const isThisWeek = overlapping({ owner: ownerId, from: monday, to: sql`(${monday} + interval '7 days')` })

const weekEvents = jsonRows(
  eventListColumns,
  sql`from (
    select * from ${events} where ${isThisWeek} order by start_date, id limit ${literal(eventLimit)}
  ) ${events}`,
  sql`${events.startDate}, ${events._id}`,
)

const selectToday = db
  .select({
    today: sql<string>`clock.today::text`,
    overdue,
    totalOverdue: sql<number>`(select count(*)::int from contact_status status where ${isOverdue})`,
    dates,
    events: weekEvents,
  })
  .from(sql`(select owner_now(${ownerId})::date as today offset 0) clock`)
  .prepare('select_today')

/** The body of `GET /today`, in one statement (product 18.5). */
export async function loadToday(ownerId: string) {
  const [row] = await selectToday.execute({ ownerId })
  if (!row) throw new Error('The statement of Today has one row')
  const { today, overdue, ...others } = row
  return {
    today,
    overdue: overdue.map(({ last, ...bud }) => ({ ...bud, reason: reasonOf({ ...bud, last }, today) })),
    ...others,
  }
}
