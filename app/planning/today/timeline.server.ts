import { sql } from 'drizzle-orm'
import { db } from '~/base/db/db.server'
import { computedOnce, nested, wallClockText } from '~/base/db/fragments.server'
import { byOwnerAndId } from '~/base/db/owned.server'
import { pagesOf, rangeOf } from '~/base/db/pages'
import { listQuery } from '~/base/forms/list-query'
import { occurrenceLimit, occurrencesFrom, type Times } from '~/events/repeats/occurrences'
import { kindName } from '~/people/interactions/interaction'
import { buds } from '~drizzle/schema'

export type TimelineItem = {
  type: 'interaction' | 'event' | 'milestone'
  /** The id of the interaction or event, or of the milestone's circle. */
  _id: string
  /** The start of an occurrence of a series. */
  occurrence?: string
  on: string
  title: string
  note: string
}

type Timeline = {
  items: TimelineItem[]
  totalItems: number
  now: string
  series: (Times & { _id: string })[]
}

const { isOwn, assertFound } = byOwnerAndId('Bud', buds)

export const timelineQuery = listQuery({}, { screen: 20 })
type TimelineQuery = { page: number; limit: number }

/** The series of the bud that have begun. */
const seriesOfBud = sql`(
  select coalesce(json_agg(json_build_object('_id', id, 'startDate', ${wallClockText(sql`start_date`)},
    'endDate', ${wallClockText(sql`end_date`)}, 'repeat', repeat, 'skipped', skipped,
    'repeatUntil', ${wallClockText(sql`repeat_until`)})), '[]')
  from event_buds link join events on events.owner_id = link.owner_id and events.id = link.event_id
  where link.owner_id = ${buds.ownerId} and link.bud_id = ${buds._id} and repeat is not null and end_date <= clock.now
)`

/**
 * Interactions, events that have ended and milestones of shared circles, up to today, the latest day first, and the series
 * of which `readTimeline` adds what has ended. Correlated to `buds`. Needs the placeholders `offset`, `limit` and
 * `occurrences`.
 */
export const timelineColumn = nested<Timeline>(sql`(
  select json_build_object(
    'now', ${wallClockText(sql`clock.now`)},
    'series', ${seriesOfBud},
    'items', coalesce(json_agg(item order by place) filter (
      where place > ${sql.placeholder('offset')}::int and place <= ${sql.placeholder('offset')}::int + ${sql.placeholder('limit')}::int
    ), '[]'),
    'totalItems', count(*)
  ) from (
    select json_build_object('type', type, '_id', id, 'on', on_day, 'title', title, 'note', note, 'occurrence', occurrence) as item,
      row_number() over (order by on_day desc, type, id desc, occurrence desc) as place
    from (
      select 'interaction' as type, interactions.id, on_day, kind as title, note, null as occurrence
        from interaction_buds link join interactions
          on interactions.owner_id = link.owner_id and interactions.id = link.interaction_id
        where link.owner_id = ${buds.ownerId} and link.bud_id = ${buds._id}
      union all
      select 'event', events.id, end_date::date, name, description, null
        from event_buds link join events on events.owner_id = link.owner_id and events.id = link.event_id
        where link.owner_id = ${buds.ownerId} and link.bud_id = ${buds._id} and repeat is null and end_date <= clock.now
      union all
      select 'event', events.id, ended.on_day, name, description, ended.occurrence
        from json_to_recordset(${sql.placeholder('occurrences')}::json) as ended (id uuid, on_day date, occurrence text)
        join events on events.owner_id = ${buds.ownerId} and events.id = ended.id
      union all
      select 'milestone', circles.id, (milestone ->> 'date')::date, milestone ->> 'description', name, null
        from circle_buds link join circles on circles.owner_id = link.owner_id and circles.id = link.circle_id,
          jsonb_array_elements(milestones) milestone
        where link.owner_id = ${buds.ownerId} and link.bud_id = ${buds._id}
          and milestone ->> 'date' <> '' and milestone ->> 'date' <= clock.now::date::text
    ) items
  ) placed
)`)

/** The owner's wall-clock time, for a statement with `timelineColumn`. */
export const ownerClock = computedOnce(
  sql`select owner_now(${sql.placeholder('ownerId')}::uuid) as now`,
  'clock',
)

const selectTimeline = db
  .select({ timeline: timelineColumn })
  .from(buds)
  .innerJoin(ownerClock, sql`true`)
  .where(sql`${buds.ownerId} = ${sql.placeholder('ownerId')} and ${buds._id} = ${sql.placeholder('id')}`)
  .prepare('select_timeline')

/** The body of `GET /buds/{id}/timeline` (product 18.6). Throws 404. */
export async function listTimeline(ownerId: string, id: string, query: TimelineQuery) {
  isOwn(ownerId, id)
  const row = await readTimeline((occurrences) =>
    selectTimeline.execute({ ownerId, id, ...rangeOf(query), occurrences }),
  )
  return timelinePage(assertFound(row).timeline, query)
}

/** Reads a row with `timelineColumn`. A bud with series needs a second statement, which has what has ended of them. */
export async function readTimeline<R extends { timeline: Timeline }>(
  read: (occurrences: string) => Promise<R[]>,
) {
  const [row] = await read('[]')
  if (!row || row.timeline.series.length === 0) return row
  const [withSeries] = await read(
    JSON.stringify(row.timeline.series.flatMap((one) => ended(one, row.timeline.now))),
  )
  return withSeries
}

/** The occurrences of a series that have ended, at most the last ones that a page may have. */
function ended({ _id, ...series }: Times & { _id: string }, now: string) {
  const all = []
  for (const { startDate, endDate } of occurrencesFrom(series, series.startDate)) {
    if (endDate > now) break
    all.push({ id: _id, on_day: endDate.slice(0, 10), occurrence: startDate })
  }
  return all.slice(-occurrenceLimit)
}

/** A page of the timeline as the API returns it. */
export function timelinePage({ items, totalItems }: Timeline, query: TimelineQuery) {
  return {
    items: items.map(withTitle),
    totalItems,
    ...pagesOf(totalItems, query),
  }
}

/** The title of an interaction is the name of its kind. */
const withTitle = ({ occurrence, ...item }: TimelineItem): TimelineItem =>
  item.type === 'interaction'
    ? { ...item, title: kindName(item.title) }
    : { ...item, ...(occurrence && { occurrence }) }
