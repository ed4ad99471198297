import { type SQL, sql } from 'drizzle-orm'
import { jsonRows } from '~/db/json-rows.server'
import { literal } from '~/db/lists.server'
import { type LastContact, reasonOf } from '~/today/reason'
import { isOverdue, lastContactOf, type Person, person } from '~/today/today.server'
import { buds } from '~drizzle/schema'
import { conflicts } from './conflicts'

/** The most buds that are suggested. */
const suggestionLimit = 5
/** Only the newest and the longest overdue buds are compared, so that the cost has a limit. */
const newestLimit = 2_000
const overdueLimit = 100
const sharedPoints = 5
const otherPoints = 2

/** SQL of the owner's id, the ids of the chosen buds, and the owner's wall-clock time. */
export type Scope = Record<'owner' | 'ids' | 'now', SQL>

const conflictList = sql.raw(conflicts.map((name) => `'${name}'`).join(', '))

/**
 * The buds that fit best to the chosen ones and are none of them (product 21.2). Tastes are what the chosen buds have in
 * common, or all that a single one has.
 */
export function whoElseRows({ owner, ids, now }: Scope) {
  const chosen = sql`unnest(${ids}) one (bud_id), lateral (
    select hobbies || preferences as items, lower(btrim(location)) as place
    from ${buds} where owner_id = ${owner} and id = one.bud_id limit 1
  ) member`
  const candidates = sql`
    with taste as (
      select item, count(*) as weight from ${chosen}, unnest(member.items) item
      where item not in (${conflictList})
      group by item having count(*) >= least(2, cardinality(${ids}))
    ), place as (
      select distinct member.place from ${chosen} where member.place <> ''
    ), overdue as (
      select due.bud_id, due.due_on, due.cadence_days, due.last_contact_on, due.last_contact_id
      from contact_status due where ${isOverdue({ owner, today: sql`${now}::date` })}
    ), other as (
      select id, hobbies || preferences as items, lower(btrim(location)) as place, name_key
      from ${buds} where owner_id = ${owner} and cardinality(${ids}) > 0 and id = any(
        array(select id from ${buds} where owner_id = ${owner} order by id desc limit ${literal(newestLimit)})
        || array(select bud_id from overdue order by due_on, bud_id limit ${literal(overdueLimit)})
      ) and id not in (select unnest(${ids}))
    ), shared as (
      select other.id, array_agg(taste.item order by taste.weight desc, taste.item) as items
      from other, unnest(other.items) owned (item) join taste on taste.item = owned.item group by other.id
    )
    select other.id, coalesce(shared.items, '{}') as shared, place.place is not null as is_near, overdue.*
    from other left join shared on shared.id = other.id left join place on place.place = other.place
      left join overdue on overdue.bud_id = other.id
    where num_nonnulls(shared.id, place.place, overdue.bud_id) > 0
    order by ${points} desc, other.name_key, other.id limit ${literal(suggestionLimit)}`
  return jsonRows(
    {
      bud: sql<Person>`${person}`,
      shared: sql<string[]>`best.shared`,
      place: sql<string>`case when best.is_near then btrim(${buds.Location}) else '' end`,
      cadenceDays: sql<number | null>`best.cadence_days`,
      lastContactOn: sql<string | null>`best.last_contact_on`,
      last: sql<LastContact>`${lastContactOf(owner, sql`best`)}`,
    },
    sql`from (select *, row_number() over () as n from (${candidates}) ordered) best, lateral (
      select * from ${buds} where owner_id = ${owner} and id = best.id limit 1
    ) ${buds}`,
    sql`best.n`,
  )
}

const points = sql`least(cardinality(coalesce(shared.items, '{}')), ${literal(sharedPoints)})
  + case when place.place is not null then ${literal(otherPoints)} else 0 end
  + case when overdue.bud_id is not null then ${literal(otherPoints)} else 0 end`

type Suggestion = {
  shared: string[]
  place: string
  cadenceDays: number | null
  lastContactOn: string | null
  last: LastContact
}

/** Why a bud is suggested, such as 'Chess, Yoga and 2 more in common; lives in Bath too'. */
export function whyInvite({ shared, place, cadenceDays, ...contact }: Suggestion, today: string) {
  const parts = [
    shared.length > 0 && `${shortList(shared)} in common`,
    place && `lives in ${place} too`,
    cadenceDays !== null && `overdue: ${reasonOf({ ...contact, cadenceDays }, today)}`,
  ]
  const text = parts.filter(Boolean).join('; ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** 'Chess', 'Chess and Yoga', 'Chess, Tea and Yoga', 'Chess, Tea and 4 more' */
function shortList(items: string[]) {
  const visible = items.length > 3 ? items.slice(0, 2) : items.slice(0, -1)
  const last = items.length > 3 ? `${items.length - 2} more` : items.at(-1)
  return visible.length > 0 ? `${visible.join(', ')} and ${last}` : last
}
