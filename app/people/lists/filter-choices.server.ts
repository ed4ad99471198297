import { and, desc, eq, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { db } from '~/base/db/db.server'
import { idList } from '~/base/db/owned.server'
import { fullName } from '~/people/buds/bud'
import { nameOfGone, type PlainRule } from '~/people/buds/bud-filter'
import { circleChoices } from '~/people/circles/circles-of-bud.server'
import { buds, relations } from '~drizzle/schema'

const peopleLimit = 500

const isId = (value: string) => z.guid().safeParse(value).success

/** A rule of a filter, or of the draft of one. */
type Rule = { field: string; value?: PlainRule['value']; values?: string[] }

/** What a form of filters offers, or a filter in words names: the circles, tags and related people, if a rule is about them. */
export async function filterChoices(ownerId: string, rules: Rule[]) {
  const isAbout = (field: string) => rules.some((rule) => rule.field === field)
  const named = rules.flatMap(({ field, value, values = [value ?? []].flat() }) =>
    field === 'related' ? values.map(String).filter(isId) : [],
  )
  const [circles, tags, people] = await Promise.all([
    isAbout('circle') ? circleChoices(ownerId) : [],
    isAbout('tag') ? tagNames(ownerId) : [],
    isAbout('related') ? relatedPeople(ownerId, named) : [],
  ])
  return { circles, tags, people }
}

type Choices = Awaited<ReturnType<typeof filterChoices>>

/** Names the ids in rules. Other values are their own names. */
export const namesOf =
  ({ circles, people }: Pick<Choices, 'circles' | 'people'>) =>
  (value: string) =>
    [...circles, ...people].find(({ _id }) => _id === value)?.Name ?? nameOfGone(value)

/** A spelling of each tag, by name. */
async function tagNames(ownerId: string) {
  const rows = await db
    .select({ tag: sql<string>`min(tag)` })
    .from(sql`${buds}, unnest(${buds.tags}) tag`)
    .where(and(eq(buds.ownerId, ownerId), sql`${buds.tags} <> '{}'`))
    .groupBy(sql`search_fold(tag)`)
    .orderBy(sql`search_fold(tag)`)
  return rows.map(({ tag }) => tag)
}

/** Buds with a relation and those that rules name, these first, by name. */
async function relatedPeople(ownerId: string, ids: string[]) {
  const isNamed = sql`${buds._id} = any(${idList(ids)})`
  const rows = await db
    .select({ _id: buds._id, Firstname: buds.Firstname, Surname: buds.Surname })
    .from(buds)
    .where(
      and(
        eq(buds.ownerId, ownerId),
        or(
          isNamed,
          sql`${buds._id} in (select bud_id from ${relations} where owner_id = ${ownerId}
            union select with_id from ${relations} where owner_id = ${ownerId})`,
        ),
      ),
    )
    .orderBy(desc(isNamed), buds.nameKey, buds._id)
    .limit(peopleLimit)
  return rows.map(({ _id, ...person }) => ({ _id, Name: fullName(person) }))
}
