import { type SQL, sql } from 'drizzle-orm'
import { capitalised } from '~/base/components/initial'
import { byKey } from '~/base/db/fragments.server'
import { jsonRows } from '~/base/db/json-rows.server'
import { literal } from '~/base/db/lists.server'
import type { Person } from '~/people/buds/bud'
import { isListed } from '~/people/buds/buds.server'
import { diets } from '~/people/buds/diets'
import { personJson } from '~/people/buds/person.server'
import { shortReasonOf } from '~/planning/today/reason'
import { isOverdue } from '~/planning/today/today.server'
import { buds, relations } from '~drizzle/schema'

/** The most buds that are suggested. */
const suggestionLimit = 5
/** The cost is limited: the most common tastes and places count, of the newest and the longest overdue buds. */
const newestLimit = 1_000
const overdueLimit = 100
const tasteLimit = 12
const placeLimit = 20
const sharedPoints = 5
const otherPoints = 2

/** SQL of the owner's id, the ids of the chosen buds, and the owner's wall-clock time. */
export type Scope = Record<'owner' | 'ids' | 'now', SQL>

const conflictList = sql.raw(diets.map((name) => `'${name}'`).join(', '))

/** SQL of the number of tastes among `items`. Much faster than a join for each bud. */
const sharedCount = sql.join(
  Array.from({ length: tasteLimit }, (_, n) => {
    const name = sql.raw(`tastes.names[${n + 1}]`)
    return sql`coalesce((${name} = any(other.items))::int, 0)`
  }),
  sql` + `,
)

/**
 * The buds that fit best to the chosen ones and are none of them (product 21.2). Tastes are what the chosen buds have in
 * common, or all that a single one has.
 */
export function whoElseRows({ owner, ids, now }: Scope) {
  const candidates = sql`
    with member as materialized (
      select bud.hobbies || bud.preferences as items, lower(btrim(bud.location)) as place
      from unnest(${ids}) one (bud_id), ${byKey(buds._id, owner, sql`one.bud_id`, 'bud')}
    ), tastes as materialized (
      select array(
        select item from member, unnest(member.items) item where item not in (${conflictList})
        group by item having count(*) >= least(2, cardinality(${ids}))
        order by count(*) desc, item limit ${literal(tasteLimit)}
      ) as names, array(
        select place from member where place <> '' group by place order by count(*) desc, place limit ${literal(placeLimit)}
      ) as places
    ), other as materialized (
      select id, hobbies || preferences as items, lower(btrim(location)) as place, name_key
      from ${buds} where owner_id = ${owner} and cardinality(${ids}) > 0 and id = any(
        array(select id from ${buds} where owner_id = ${owner} and ${isListed} order by id desc limit ${literal(newestLimit)})
        || array(
          select due.bud_id from contact_status due where ${isOverdue({ owner, today: sql`${now}::date` })}
          order by due.due_on, due.cadence_days, due.bud_id limit ${literal(overdueLimit)}
        )
      ) and id not in (select unnest(${ids}))
    )
    select *, shared_count + case when is_near then ${literal(otherPoints)} else 0 end
      + case when bud_id is not null then ${literal(otherPoints)} else 0 end as points
    from (
      select other.id, other.name_key, least(${sharedCount}, ${literal(sharedPoints)}) as shared_count,
        array(select name from unnest(tastes.names) name where name = any(other.items)) as shared,
        other.place = any(tastes.places) as is_near, overdue.*
      from tastes, other left join lateral (
        select due.bud_id, due.cadence_days, due.last_contact_on from contact_status due
        where ${isOverdue({ owner, today: sql`${now}::date` })} and due.bud_id = other.id limit 1
      ) overdue on true
    ) counted
    order by points desc, name_key, id limit ${literal(suggestionLimit)}`
  return jsonRows(
    {
      bud: sql<Person>`${personJson}`,
      shared: sql<string[]>`best.shared`,
      place: sql<string>`case when best.is_near then btrim(${buds.Location}) else '' end`,
      cadenceDays: sql<number | null>`best.cadence_days`,
      lastContactOn: sql<string | null>`best.last_contact_on`,
    },
    sql`from (select *, row_number() over () as n from (${candidates}) ordered where points > 0) best,
      ${byKey(buds._id, owner, sql`best.id`)}`,
    sql`best.n`,
  )
}

/** The partners of the chosen buds who are not chosen. */
export function partnerRows({ owner, ids, now }: Scope) {
  const isNow = sql`kind = 'partner' and (until is null or until >= ${now}::date)`
  const pairs = sql`
    select with_id as id, bud_id as of from ${relations} where owner_id = ${owner} and bud_id = any(${ids}) and ${isNow}
    union all
    select bud_id, with_id from ${relations} where owner_id = ${owner} and with_id = any(${ids}) and ${isNow}`
  return jsonRows(
    {
      bud: sql<Person>`${personJson}`,
      of: sql<string>`btrim(chosen_one.first_name || ' ' || chosen_one.surname)`,
    },
    sql`from (
      select distinct on (pair.id) pair.* from (${pairs}) pair, ${byKey(buds._id, owner, sql`pair.id`)}
      where pair.id <> all(${ids}) and ${isListed}
      order by pair.id, pair.of limit ${literal(suggestionLimit)}
    ) partner, ${byKey(buds._id, owner, sql`partner.id`)}, ${byKey(buds._id, owner, sql`partner.of`, 'chosen_one')}`,
    sql`${buds.nameKey}, ${buds._id}`,
  )
}

type Rows = {
  partners: { bud: Person; of: string }[]
  others: (Suggestion & { bud: Person })[]
}

/** Partners first, then those who fit best. */
export function alsoInviteOf({ partners, others }: Rows, today: string) {
  const asked = partners.map(({ bud, of }) => ({ bud, reason: `Ask ${bud.Firstname} too? Partner of ${of}` }))
  const ids = new Set(partners.map(({ bud }) => bud._id))
  const fitting = others.filter(({ bud }) => !ids.has(bud._id))
  return [...asked, ...fitting.map(({ bud, ...why }) => ({ bud, reason: whyInvite(why, today) }))].slice(
    0,
    suggestionLimit,
  )
}

type Suggestion = {
  shared: string[]
  place: string
  cadenceDays: number | null
  lastContactOn: string | null
}

/** Why a bud is suggested, such as 'Chess, Yoga and 2 more in common; lives in Bath too'. */
function whyInvite({ shared, place, cadenceDays, lastContactOn }: Suggestion, today: string) {
  const parts = [
    shared.length > 0 && `${shortList(shared)} in common`,
    place && `lives in ${place} too`,
    cadenceDays !== null && `overdue: ${shortReasonOf({ cadenceDays, lastContactOn }, today)}`,
  ]
  return capitalised(parts.filter(Boolean).join('; '))
}

/** 'Chess', 'Chess and Yoga', 'Chess, Tea and Yoga', 'Chess, Tea and 4 more' */
function shortList(items: string[]) {
  const visible = items.length > 3 ? items.slice(0, 2) : items.slice(0, -1)
  const last = items.length > 3 ? `${items.length - 2} more` : items.at(-1)
  return visible.length > 0 ? `${visible.join(', ')} and ${last}` : last
}
