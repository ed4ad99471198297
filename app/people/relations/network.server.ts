import { type SQL, sql } from 'drizzle-orm'
import type { Person } from '~/people/buds/bud'
import { buds, relations } from '~drizzle/schema'
import { derivedSteps, familyKinds } from './derived'
import type { Tie } from './relation'

export type NetworkRow = { ties: Tie[]; people: Person[] }

const kindsOf = (kinds: readonly string[]) => sql.raw(kinds.map((kind) => `'${kind}'`).join(', '))

/** The most ties and people of a network, which no family reaches. */
const most = sql.raw('2000')

/** A tie as JSON. Notes of others are left out. */
const tieJson = (
  id: SQL,
) => sql`json_build_object('_id', tie.id, 'bud', tie.bud_id, 'with', tie.with_id, 'kind', tie.kind,
  'label', tie.label, 'note', case when ${id} in (tie.bud_id, tie.with_id) then tie.note else '' end,
  'since', tie.since, 'until', tie.until)`

/**
 * A column with the relations of the bud of the row, those of the buds up to `steps` from it, and the people in them. Beyond the bud itself, only
 * relations of these kinds count.
 */
function networkOf(steps: number, kinds?: readonly string[]) {
  const [owner, id] = [sql.raw('buds.owner_id'), sql.raw('buds.id')]
  const isCounted = kinds ? sql`kind in (${kindsOf(kinds)})` : sql`true`
  const ends = (of: SQL) => sql`
    select r.*, with_id as other from ${relations} r where r.owner_id = ${owner} and r.bud_id = ${of}
    union all select r.*, bud_id from ${relations} r where r.owner_id = ${owner} and r.with_id = ${of}`
  return sql<NetworkRow>`(
    with recursive near (id, step) as (
      select ${id}, 0
      union
      select ends.other, step + 1 from near cross join lateral (${ends(sql`near.id`)}) ends
        where step < ${sql.raw(String(steps))} and ${isCounted}
    ), ties as materialized (
      select distinct ends.id, ends.bud_id, ends.with_id, kind, label, note, since, until
        from near cross join lateral (${ends(sql`near.id`)}) ends where step = 0 or ${isCounted} limit ${most}
    )
    select json_build_object(
      'ties', (select coalesce(json_agg(${tieJson(id)} order by tie.id), '[]') from ties tie),
      'people', (select coalesce(json_agg(json_build_object('_id', person.id, 'Firstname', person.first_name,
          'Surname', person.surname, 'photo', person.photo)), '[]') from ${buds} person
        where person.owner_id = ${owner} and person.id in (select bud_id from ties union select with_id from ties))
    )
  )`
}

/** The network of the bud in the row of `buds` from which its relations are derived. */
export const familyOfBud = networkOf(derivedSteps, familyKinds)

/** The relations of the bud in the row, and those of whom it is related to. */
export const surroundingsOfBud = networkOf(1)
