import { sql } from 'drizzle-orm'
import { db } from '~/base/db/db.server'
import { computedOnce, nested } from '~/base/db/fragments.server'
import { byOwnerAndId } from '~/base/db/owned.server'
import { pagesOf, rangeOf } from '~/base/db/pages'
import { listQuery } from '~/base/forms/list-query'
import { kindName } from '~/people/interactions/interaction'
import { buds } from '~drizzle/schema'

export type TimelineItem = {
  type: 'interaction' | 'event' | 'milestone'
  /** The id of the interaction or event, or of the milestone's circle. */
  _id: string
  on: string
  title: string
  note: string
}

type Timeline = { items: TimelineItem[]; totalItems: number }

const { isOwn, assertFound } = byOwnerAndId('Bud', buds)

export const timelineQuery = listQuery({}, { screen: 20 })
type TimelineQuery = { page: number; limit: number }

/**
 * Interactions, events that have ended and milestones of shared circles, up to today, the latest day first. Correlated
 * to `buds`. Needs the placeholders `offset` and `limit`.
 */
export const timelineColumn = nested<Timeline>(sql`(
  select json_build_object(
    'items', coalesce(json_agg(item order by place) filter (
      where place > ${sql.placeholder('offset')}::int and place <= ${sql.placeholder('offset')}::int + ${sql.placeholder('limit')}::int
    ), '[]'),
    'totalItems', count(*)
  ) from (
    select json_build_object('type', type, '_id', id, 'on', on_day, 'title', title, 'note', note) as item,
      row_number() over (order by on_day desc, type, id desc) as place
    from (
      select 'interaction' as type, interactions.id, on_day, kind as title, note
        from interaction_buds link join interactions
          on interactions.owner_id = link.owner_id and interactions.id = link.interaction_id
        where link.owner_id = ${buds.ownerId} and link.bud_id = ${buds._id}
      union all
      select 'event', events.id, end_date::date, name, description
        from event_buds link join events on events.owner_id = link.owner_id and events.id = link.event_id
        where link.owner_id = ${buds.ownerId} and link.bud_id = ${buds._id} and end_date <= clock.now
      union all
      select 'milestone', circles.id, (milestone ->> 'date')::date, milestone ->> 'description', name
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
  const [row] = await selectTimeline.execute({ ownerId, id, ...rangeOf(query) })
  return timelinePage(assertFound(row).timeline, query)
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
const withTitle = (item: TimelineItem) =>
  item.type === 'interaction' ? { ...item, title: kindName(item.title) } : item
