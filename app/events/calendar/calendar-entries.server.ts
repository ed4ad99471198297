import { sql } from 'drizzle-orm'
import { db } from '~/base/db/db.server'
import { byKey } from '~/base/db/fragments.server'
import { jsonRows } from '~/base/db/json-rows.server'
import { literal } from '~/base/db/lists.server'
import type { CalendarEvent } from '~/events/events/event-input.server'
import { calendarEvents } from '~/events/events/event-range.server'
import { fullName } from '~/people/buds/bud'
import { buds } from '~drizzle/schema'
import type { CalendarDate } from './calendar-date'
import type { Range } from './calendar-period'

const dateLimit = 1_000
const owner = sql`${sql.placeholder('ownerId')}::uuid`
const first = sql`${sql.placeholder('from')}::timestamp::date`
const last = sql`(${sql.placeholder('to')}::timestamp::date - 1)`

const dates = jsonRows(
  {
    budId: sql<string>`near.bud_id`,
    Firstname: sql<string>`bud.first_name`,
    Surname: sql<string>`bud.surname`,
    n: sql<number>`near.n`,
    label: sql<string>`near.label`,
    on: sql<string>`near.on_day`,
    years: sql<number | null>`near.years`,
  },
  sql`from dates_between(${owner}, ${first}, ${last}, ${literal(dateLimit)}) near,
    ${byKey(buds._id, owner, sql`near.bud_id`, 'bud')}`,
  sql`near.on_day, bud.name_key, bud.id, near.n`,
)

const selectEntries = db
  .select({ events: calendarEvents, dates })
  .from(sql`(values (1)) one`)
  .prepare('calendar_entries')

type Entries = { events: CalendarEvent[]; dates: CalendarDate[] }

/** The events of an owner that overlap a range, and the dates of buds in it, at most 1,000 each (product 6). */
export async function findCalendarEntries(ownerId: string, range: Range): Promise<Entries> {
  const [row] = await selectEntries.execute({ ownerId, ...range })
  const { events = [], dates = [] } = row ?? {}
  return {
    events,
    dates: dates.map(({ Firstname, Surname, n, ...date }) => ({
      _id: `${date.budId} ${n} ${date.on}`,
      ...date,
      name: fullName({ Firstname, Surname }),
    })),
  }
}
