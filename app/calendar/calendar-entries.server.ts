import { sql } from 'drizzle-orm'
import { fullName } from '~/buds/bud'
import { db } from '~/db/db.server'
import { jsonRows } from '~/db/json-rows.server'
import { literal, parameter } from '~/db/lists.server'
import type { CalendarEvent } from '~/events/event-input.server'
import { calendarEvents } from '~/events/event-range.server'
import { buds } from '~drizzle/schema'
import type { CalendarDate } from './calendar-date'
import type { Range } from './calendar-period'

const dateLimit = 1_000
const owner = parameter('ownerId', 'uuid')
const [first, last] = [
  sql`${parameter('from', 'timestamp')}::date`,
  sql`${parameter('to', 'timestamp')}::date - 1`,
]

const dates = jsonRows(
  {
    budId: sql<string>`${buds._id}`,
    Firstname: sql<string>`${buds.Firstname}`,
    Surname: sql<string>`${buds.Surname}`,
    n: sql<number>`near.n`,
    label: sql<string>`near.label`,
    on: sql<string>`near.on_day`,
    years: sql<number | null>`near.years`,
  },
  sql`from (
    select * from dates_between(${owner}, ${first}, ${last}) order by on_day, bud_id, n limit ${literal(dateLimit)}
  ) near join ${buds} on ${buds.ownerId} = ${owner} and ${buds._id} = near.bud_id`,
  sql`near.on_day, ${buds.nameKey}, ${buds._id}, near.n`,
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
