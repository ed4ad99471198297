import { type SQL, sql } from 'drizzle-orm'
import { byKey } from '~/base/db/fragments.server'
import { jsonRows } from '~/base/db/json-rows.server'
import { literal } from '~/base/db/lists.server'
import { personJson } from '~/people/buds/person.server'
import { buds, circles } from '~drizzle/schema'
import type { DateOnDay } from './dates'

/** The dates of an owner's buds and circles from the day `from` to the day `to`, the soonest first, buds before circles. */
export const dateRows = ({ owner, from, to }: Record<'owner' | 'from' | 'to', SQL>, limit: number) =>
  jsonRows(
    {
      bud: sql<DateOnDay['bud']>`case when near.bud_id is not null then ${personJson} end`,
      circle: sql<DateOnDay['circle']>`case when near.circle_id is not null
        then json_build_object('_id', ${circles._id}, 'Name', ${circles.Name}) end`,
      label: sql<string>`near.label`,
      on: sql<string>`near.on_day`,
      years: sql<number | null>`near.years`,
    },
    sql`from dates_between(${owner}, ${from}, ${to}, ${literal(limit)}) near
      left join ${byKey(buds._id, owner, sql`near.bud_id`)} on true
      left join ${byKey(circles._id, owner, sql`near.circle_id`)} on true`,
    sql`near.on_day, near.circle_id is not null, coalesce(${buds.nameKey}, ${circles.nameKey}),
      coalesce(${buds._id}, ${circles._id}), near.n`,
  )
