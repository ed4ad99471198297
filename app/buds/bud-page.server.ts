import { and, eq, sql } from 'drizzle-orm'
import { clock } from '~/db/clock.server'
import { db } from '~/db/db.server'
import { byOwnerAndId } from '~/db/owned.server'
import { buds, circleBuds, circles, eventBuds, events } from '~drizzle/schema'
import { dateFacts } from './bud-dates'
import { budColumns } from './buds.server'

const { isOwn, assertFound } = byOwnerAndId('Bud', buds)

type CircleName = { _id: string; Name: string }
type EventTime = { _id: string; Name: string; Location: string; startDate: string }

const shownEvents = 5

/** The circles of the bud, by name. */
const circlesOfBud = sql<CircleName[]>`(
  select coalesce(json_agg(json_build_object('_id', id, 'Name', name) order by name_key, id), '[]')
  from ${circles} join ${circleBuds} on circle_buds.owner_id = circles.owner_id and circle_id = circles.id
  where circle_buds.owner_id = buds.owner_id and circle_buds.bud_id = buds.id
)`

/** The first events of the bud by `order`, of those that meet `condition`. */
function eventsOfBud(condition: string, order: string) {
  return sql<EventTime[]>`(
    select coalesce(json_agg(json_build_object('_id', id, 'Name', name, 'Location', location,
      'startDate', to_char(start_date, 'YYYY-MM-DD"T"HH24:MI')) order by ${sql.raw(order)}), '[]')
    from (
      select events.* from ${events} join ${eventBuds} on event_buds.owner_id = events.owner_id and event_id = events.id
      where event_buds.owner_id = buds.owner_id and event_buds.bud_id = buds.id and ${sql.raw(condition)} ${sql.placeholder('now')}::timestamp
      order by ${sql.raw(order)} limit ${sql.raw(String(shownEvents))}
    ) events
  )`
}

const selectPage = db
  .select({
    ...budColumns,
    circles: circlesOfBud,
    nextEvents: eventsOfBud('end_date >=', 'start_date, id'),
    pastEvents: eventsOfBud('end_date <', 'start_date desc, id desc'),
  })
  .from(buds)
  .where(and(eq(buds.ownerId, sql.placeholder('ownerId')), eq(buds._id, sql.placeholder('id'))))
  .prepare('select_bud_page')

/** The data of the bud screen (product 3.5), in one statement. Throws 404. */
export async function loadBudPage(ownerId: string, id: string) {
  isOwn(ownerId, id)
  const now = clock.now()
  const [bud] = await selectPage.execute({ ownerId, id, now: now.toISOString().slice(0, 16) })
  const { circles, nextEvents, pastEvents, ...fields } = assertFound(bud)
  return {
    bud: fields,
    dates: dateFacts(fields.dates, now.toISOString().slice(0, 10)),
    circles,
    nextEvents,
    pastEvents,
  }
}
