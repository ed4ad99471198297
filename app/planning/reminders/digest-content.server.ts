import { sql } from 'drizzle-orm'
import type { Db } from '~/base/db/db.server'
import { byKey, wallClockText } from '~/base/db/fragments.server'
import { jsonRows } from '~/base/db/json-rows.server'
import { addDays } from '~/events/calendar/calendar-days'
import { overlapping, seriesOverlapping } from '~/events/events/event-range.server'
import { occurrencesIn, withOccurrences } from '~/events/repeats/occurrences'
import { fullName } from '~/people/buds/bud'
import { whoseDate } from '~/people/circles/dates'
import { dateRows } from '~/people/circles/dates.server'
import { reasonOf } from '~/planning/today/reason'
import { isOverdue, overdueRows } from '~/planning/today/today.server'
import { events, interactions } from '~drizzle/schema'
import { type DigestContent, noteLength } from './digest-mail'

/** What a digest is about. Days are `YYYY-MM-DD`, and the last ones are included. */
export type DigestRequest = { userId: string; today: string; lastDate: string; lastEvent: string }

/** The entries of each list. The mail says how many more there are. */
const entryLimit = 10

const owner = sql`request.owner_id`
const scope = { owner, today: sql`request.today` }
const dates = { owner, from: scope.today, to: sql`request.last_date` }
const period = {
  owner,
  from: sql`request.today::timestamp`,
  to: sql`(request.last_event + 1)::timestamp`,
}

/** The latest note about the bud, of an interaction of any kind. */
const lastNote = sql<string | null>`(
  select left(note, ${sql.raw(String(noteLength + 1))})
  from interaction_buds link, ${byKey(interactions._id, owner, sql`link.interaction_id`, 'interaction')}
  where link.owner_id = ${owner} and link.bud_id = due.bud_id and note <> ''
  order by on_day desc, interaction.id desc limit 1
)`

const eventColumns = {
  _id: sql<string>`event.id`,
  Name: sql<string>`event.name`,
  Location: sql<string>`event.location`,
  startDate: wallClockText(sql`event.start_date`),
  endDate: wallClockText(sql`event.end_date`),
}
const byStart = sql`event.start_date, event.id`
const eventRows = jsonRows(
  eventColumns,
  sql`from (
    select * from ${events} where ${overlapping(period)} order by start_date, id limit ${sql.raw(String(entryLimit))}
  ) event`,
  byStart,
)
const seriesRows = jsonRows(
  {
    ...eventColumns,
    repeat: sql<string>`event.repeat`,
    skipped: sql<string[]>`event.skipped`,
    repeatUntil: wallClockText(sql`event.repeat_until`),
  },
  sql`from (select * from ${events} where ${seriesOverlapping(period)}) event`,
  byStart,
)

const columns = {
  userId: sql<string>`${owner}`,
  overdue: overdueRows(scope, entryLimit, { lastNote }),
  totalOverdue: sql<number>`(select count(*)::int from contact_status due where ${isOverdue(scope)})`,
  dates: dateRows(dates, entryLimit),
  totalDates: sql<number>`(select count(*)::int from dates_between(${dates.owner}, ${dates.from}, ${dates.to}))`,
  events: eventRows,
  series: seriesRows,
  totalEvents: sql<number>`(select count(*)::int from ${events} where ${overlapping(period)})`,
}

/** The contents of many digests by user, in one statement. Leaves out those that have nothing to say. */
export async function digestContents(requests: DigestRequest[], reader: Db) {
  const contents = new Map<string, DigestContent>()
  if (requests.length === 0) return contents
  const rows = await reader.select(columns).from(sql`(
    select "userId" as owner_id, today, "lastDate" as last_date, "lastEvent" as last_event
    from json_to_recordset(${JSON.stringify(requests)}::json)
      as sent ("userId" uuid, today date, "lastDate" date, "lastEvent" date)
  ) request`)
  const requestOf = new Map(requests.map((request) => [request.userId, request]))
  for (const { userId, overdue, dates, series, ...row } of rows) {
    const { today = '', lastEvent = '' } = requestOf.get(userId) ?? {}
    const period = { from: `${today}T00:00`, to: `${addDays(lastEvent, 1)}T00:00` }
    const others = {
      ...row,
      events: withOccurrences(row.events, series, period, entryLimit),
      totalEvents: row.totalEvents + occurrencesIn(series, period).length,
    }
    if (others.totalOverdue + others.totalDates + others.totalEvents === 0) continue
    contents.set(userId, {
      ...others,
      overdue: overdue.map(({ bud, lastNote, ...due }) => ({
        _id: bud._id,
        name: fullName(bud),
        reason: reasonOf(due, today),
        note: lastNote ?? '',
      })),
      dates: dates.map(({ bud, circle, ...date }) => ({ ...whoseDate({ bud, circle }), ...date })),
    })
  }
  return contents
}
