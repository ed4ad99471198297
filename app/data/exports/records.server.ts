import { setImmediate } from 'node:timers/promises'
import { and, eq, gt, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { db } from '~/base/db/db.server'
import { nested, wallClockText } from '~/base/db/fragments.server'
import { idList } from '~/base/db/owned.server'
import { eventColumns } from '~/events/events/events.server'
import type { StoredAnswer } from '~/events/guests/guest-input.server'
import { budColumns } from '~/people/buds/buds.server'
import { circleColumns } from '~/people/circles/circles.server'
import { inverseOf, type Relation } from '~/people/relations/relation'
import { budPhotos, buds, circleBuds, circles, eventBuds, events } from '~drizzle/schema'

/** The statements of an export: each list in pages by id, so that memory and pauses stay small. */

const pageSize = 200
/** A photo has some 30 kB. */
const photosInPage = 20
const firstId = '00000000-0000-0000-0000-000000000000'

/** Lets other requests run between two pages: the embedded database runs in this process. */
async function* pages<R extends { _id: string }>(
  size: number,
  readPage: (after: string) => Promise<R[]>,
  first = firstId,
) {
  for (let after: string | undefined = first; after; ) {
    const rows: R[] = await readPage(after)
    if (rows.length > 0) yield rows
    after = rows.length < size ? undefined : rows.at(-1)?._id
    await setImmediate()
  }
}

const isNext = (
  table: { ownerId: PgColumn; _id: PgColumn },
  ownerId: string,
  after: string,
): SQL | undefined => and(eq(table.ownerId, ownerId), gt(table._id, after))

/** A query that selects and joins. */
type Selection<R> = {
  where(condition: SQL | undefined): {
    orderBy(column: PgColumn): { limit(count: number): PromiseLike<R[]> }
  }
}

/** All records of an owner that `select` reads from the table. */
export const recordPages =
  <R extends { _id: string }>(table: { ownerId: PgColumn; _id: PgColumn }, select: () => Selection<R>) =>
  (ownerId: string) =>
    pages(pageSize, async (after) =>
      select()
        .where(isNext(table, ownerId, after))
        .orderBy(table._id)
        .limit(pageSize),
    )

const namesOfCircles = sql`(
  select coalesce(json_agg(${circles.Name} order by ${circles.nameKey}, ${circles._id}), '[]')
  from ${circleBuds} join ${circles} on ${circles.ownerId} = ${circleBuds.ownerId} and ${circles._id} = ${circleBuds.recordId}
  where ${circleBuds.ownerId} = ${buds.ownerId} and ${circleBuds.budId} = ${buds._id}
)`
/** The names of a bud's circles. */
export const groups = nested<string[]>(namesOfCircles).as('groups')

/** A relation as a bud reads it, with the name of the other. */
export type ExportedRelation = Omit<Relation, 'bud' | '_id'> & {
  with: string
  name: string
  isMadeHere: boolean
}

/** As the bud reads it, from whichever end it was made. */
export const asRead = ({ with: other, name, kind, label, isMadeHere }: ExportedRelation) => ({
  with: other,
  name,
  kind: isMadeHere ? kind : inverseOf(kind),
  label: isMadeHere || kind === 'other' ? label : '',
})

const tiesOfBud = sql`(
  select coalesce(json_agg(json_build_object('with', other.id, 'name', btrim(other.first_name || ' ' || other.surname),
      'kind', tie.kind, 'label', tie.label, 'note', tie.note, 'since', tie.since, 'until', tie.until,
      'isMadeHere', tie.bud_id = ${buds._id}) order by tie.id), '[]')
  from (
    select r.*, with_id as other_id from relations r where r.owner_id = ${buds.ownerId} and r.bud_id = ${buds._id}
    union all
    select r.*, bud_id from relations r where r.owner_id = ${buds.ownerId} and r.with_id = ${buds._id}
  ) tie join ${buds} other on other.owner_id = tie.owner_id and other.id = tie.other_id
)`
/** As they are stored: those that were made from the other bud are to be turned. */
const related = nested<ExportedRelation[]>(tiesOfBud).as('related')

/** All buds, or those with the ids `chosen`. */
export const budPages = (ownerId: string, chosen?: string[]) =>
  pages(pageSize, (after) =>
    db
      .select({ ...budColumns, groups, related })
      .from(buds)
      .where(and(isNext(buds, ownerId, after), chosen && sql`${buds._id} = any(${idList(chosen)})`))
      .orderBy(buds._id)
      .limit(pageSize),
  )

export const circlePages = recordPages(circles, () => db.select(circleColumns).from(circles))

const answersOfAttendees = sql`(
  select coalesce(json_agg(json_build_object('bud', bud_id, 'answer', answer, 'guests', guests, 'diet', diet,
    'note', note, 'answeredAt', to_char(answered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by bud_id), '[]')
  from ${eventBuds} where ${eventBuds.ownerId} = ${events.ownerId} and ${eventBuds.recordId} = ${events._id}
    and answer is not null
)`
const answers = nested<StoredAnswer[]>(answersOfAttendees).as('answers')

const { ownerId, _id, series } = events
/** The starts of a series that other events replace. */
const replaced = nested<string[]>(sql`(
  select coalesce(json_agg(${wallClockText(sql`taken.occurrence`)}), '[]') from ${events} taken
  where taken.owner_id = ${ownerId} and taken.series = ${_id}
)`).as('replaced')
/** Whether the event replaces an occurrence of a series that is there. */
const isTakenOut = nested<boolean>(sql`exists (
  select from ${events} whole where whole.owner_id = ${ownerId} and whole.id = ${series}
)`).as('isTakenOut')

export const eventPages = recordPages(events, () =>
  db.select({ ...eventColumns, answers, replaced, isTakenOut }).from(events),
)

/** Whether an owner has events that repeat. */
export const hasSeries = async (ownerId: string) =>
  (await db.$count(events, and(eq(events.ownerId, ownerId), isNotNull(events.repeat)))) > 0

/** The photos of the buds with ids above `after` and up to `last`. The ids are those of the buds. */
export const photoPages = (ownerId: string, range: { after?: string; last?: string }) =>
  pages(
    photosInPage,
    (after) =>
      db
        .select({ _id: budPhotos.budId, picture: budPhotos.picture })
        .from(budPhotos)
        .where(
          and(
            isNext({ ownerId: budPhotos.ownerId, _id: budPhotos.budId }, ownerId, after),
            range.last ? lte(budPhotos.budId, range.last) : undefined,
          ),
        )
        .orderBy(budPhotos.budId)
        .limit(photosInPage),
    range.after,
  )

type RowOf<P extends (ownerId: string) => AsyncGenerator<unknown[]>> =
  ReturnType<P> extends AsyncGenerator<(infer Row)[]> ? Row : never
export type ExportedBud = RowOf<typeof budPages>
export type ExportedCircle = RowOf<typeof circlePages>
export type ExportedEvent = RowOf<typeof eventPages>
