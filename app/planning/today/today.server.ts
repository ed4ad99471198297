import { type SQL, sql } from 'drizzle-orm'
import { db } from '~/base/db/db.server'
import { byKey, computedOnce, wallClockText } from '~/base/db/fragments.server'
import { jsonRows } from '~/base/db/json-rows.server'
import { literal, parameter } from '~/base/db/lists.server'
import { addDays, mondayOf } from '~/events/calendar/calendar-days'
import { overlapping, seriesOverlapping } from '~/events/events/event-range.server'
import { eventListColumns } from '~/events/events/events.server'
import { withOccurrences } from '~/events/repeats/occurrences'
import type { Person } from '~/people/buds/bud'
import { personJson } from '~/people/buds/person.server'
import { dateRows } from '~/people/circles/dates.server'
import { buds, contactStatus, events } from '~drizzle/schema'
import type { FirstSteps } from './first-steps'
import { type LastContact, reasonOf } from './reason'

/** The most overdue buds, dates and events that Today shows. */
const overdueLimit = 50
const dateLimit = 100
const eventLimit = 100
/** Dates from today to this many days later. */
const dateDays = 30

/** SQL of an owner's id and of that owner's today. */
type Scope = Record<'owner' | 'today', SQL>

/** SQL condition: the row `due` of `contact_status` is an overdue bud. */
export const isOverdue = ({ owner, today }: Scope) => sql`due.owner_id = ${owner} and due.due_on < ${today}`

/** The last contact of a row of `contact_status`: an event, or an interaction with its kind and note. */
export const lastContactOf = (owner: SQL, row: SQL) =>
  sql<LastContact>`json_build_object(
    'event', (select name from events where owner_id = ${owner} and id = ${row}.last_contact_id),
    'kind', (select kind from interactions where owner_id = ${owner} and id = ${row}.last_contact_id),
    'note', (select note from interactions where owner_id = ${owner} and id = ${row}.last_contact_id)
  )`

/**
 * The overdue buds, the most overdue in proportion to their cadence first. `more` are columns of `due`, a row of
 * `contact_status`.
 */
export function overdueRows<More extends Record<string, SQL>>(
  { owner, today }: Scope,
  limit: number,
  more: More,
) {
  const urgency = sql`(${today} - due.due_on)::float8 / due.cadence_days desc, due.due_on, due.bud_id`
  return jsonRows(
    {
      bud: sql<Person>`${personJson}`,
      dueOn: sql<string>`due.due_on`,
      cadenceDays: sql<number>`due.cadence_days`,
      lastContactOn: sql<string | null>`due.last_contact_on`,
      last: lastContactOf(owner, sql`due`),
      ...more,
    },
    // The index has all columns of the first subquery, so that it reads no row of the table.
    sql`from (
      select due.bud_id from contact_status due where ${isOverdue({ owner, today })}
      order by ${urgency} limit ${literal(limit)}
    ) most, ${byKey(contactStatus.budId, owner, sql`most.bud_id`, 'due')},
      ${byKey(buds._id, owner, sql`most.bud_id`)}`,
    urgency,
  )
}

const ownerId = parameter('ownerId', 'uuid')
const scope = { owner: ownerId, today: sql`clock.today` }
const lastDay = sql`clock.today + ${literal(dateDays)}`

const monday = sql`date_trunc('week', clock.today::timestamp)`
const thisWeek = { owner: ownerId, from: monday, to: sql`(${monday} + interval '7 days')` }

const weekColumns = { ...eventListColumns, repeatUntil: events.repeatUntil }

const weekEvents = jsonRows(
  weekColumns,
  sql`from (
    select * from ${events} where ${overlapping(thisWeek)} order by start_date, id limit ${literal(eventLimit)}
  ) ${events}`,
  sql`${events.startDate}, ${events._id}`,
)

const weekSeries = jsonRows(
  weekColumns,
  sql`from ${events} where ${seriesOverlapping(thisWeek)}`,
  sql`${events.startDate}, ${events._id}`,
)

const has = (rows: SQL) => sql`exists (select from ${rows} owner_id = ${ownerId})`

/** What an account of the last 30 days has done. */
const firstSteps = sql<FirstSteps | null>`(
  select json_build_object('people', ${has(sql`buds where`)}, 'birthday', ${has(sql`bud_dates where`)},
    'rhythm', ${has(sql`contact_status where cadence_days is not null and`)}, 'plan', ${has(sql`events where`)})
  from users where id = ${ownerId} and created_at > now() - interval '30 days'
)`

const selectToday = db
  .select({
    today: sql<string>`clock.today::text`,
    now: wallClockText(sql`clock.now`),
    overdue: overdueRows(scope, overdueLimit, {}),
    totalOverdue: sql<number>`(select count(*)::int from contact_status due where ${isOverdue(scope)})`,
    dates: dateRows({ owner: ownerId, from: scope.today, to: lastDay }, dateLimit),
    events: weekEvents,
    series: weekSeries,
    totalProposals: sql<number>`(select count(*)::int from proposals where owner_id = ${ownerId})`,
    hasBuds: sql<boolean>`${has(sql`buds where`)}`,
    /** Whether deletions of a device wait for a decision. */
    hasHeld: sql<boolean>`${has(sql`device_deletions where is_held and`)}`,
    firstSteps,
  })
  .from(computedOnce(sql`select now, now::date as today from owner_now(${ownerId}) now`, 'clock'))
  .prepare('select_today')

/** The body of `GET /today`, and what only the screen shows, in one statement (product 18.5). */
export async function loadToday(ownerId: string) {
  const [row] = await selectToday.execute({ ownerId })
  if (!row) throw new Error('The statement of Today has one row')
  const { today, overdue, events, series, ...others } = row
  const monday = mondayOf(today)
  const week = { from: `${monday}T00:00`, to: `${addDays(monday, 7)}T00:00` }
  return {
    today,
    overdue: overdue.map(({ last, ...bud }) => ({ ...bud, reason: reasonOf({ ...bud, last }, today) })),
    events: withOccurrences(events, series, week, eventLimit).map(({ repeatUntil: _, ...event }) => event),
    ...others,
  }
}
