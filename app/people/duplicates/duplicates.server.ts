import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { db } from '~/base/db/db.server'
import { jsonRows } from '~/base/db/json-rows.server'
import { byOwnerAndId, idList } from '~/base/db/owned.server'
import { pagesOf } from '~/base/db/pages'
import { listQuery } from '~/base/forms/list-query'
import { UserError } from '~/base/node/errors'
import { personOf } from '~/people/buds/bud'
import { isOfListed } from '~/people/buds/buds.server'
import { buds, dismissedDuplicates, duplicateKeys } from '~drizzle/schema'
import { type Candidate, findCandidates } from './candidates'
import { generationNotes } from './generation-notes.server'
import { compareBuds } from './reasons'

const { isOwn, assertFound } = byOwnerAndId('Bud', buds)

export const duplicateQuery = listQuery({}, { screen: 20 })
type DuplicateQuery = z.infer<typeof duplicateQuery.strict>

/** The body of `GET /duplicates`, the most likely pairs first (product 20.4). */
export async function listDuplicates(ownerId: string, query: DuplicateQuery) {
  const { pairs, ...pages } = await findPairs(ownerId, query)
  const duplicates = pairs.map(({ a, b, reasons }) => ({ a: personOf(a), b: personOf(b), reasons }))
  return { duplicates, ...pages }
}

/** A page of the pairs with what is known of their buds. */
export async function findPairs(ownerId: string, { page, limit }: DuplicateQuery) {
  const candidates = await findOwnCandidates(ownerId)
  const byId = await findBuds(ownerId, [...new Set(candidates.flatMap(({ a, b }) => [a, b]))])
  const pairs = candidates
    .flatMap(({ a: firstId, b: secondId }) => {
      const [a, b] = [byId.get(firstId), byId.get(secondId)]
      const found = a && b && compareBuds(a, b)
      return found ? [{ a, b, ...found }] : []
    })
    // Pairs of the same weight stay in the order of the candidates.
    .sort((one, other) => other.weight - one.weight)
  return {
    pairs: pairs.slice((page - 1) * limit, page * limit),
    totalDuplicates: pairs.length,
    ...pagesOf(pairs.length, { page, limit }),
  }
}

/** The pairs with a common key that the user has not dismissed. */
async function findOwnCandidates(ownerId: string): Promise<Candidate[]> {
  const { budId, keys } = duplicateKeys
  const dismissed = db
    .select({ ids: sql`json_agg(a || ' ' || b)` })
    .from(dismissedDuplicates)
    .where(eq(dismissedDuplicates.ownerId, ownerId))
  const [row] = await db
    .select({
      // One text, because 10,000 rows and JSON cost twice as much.
      keys: sql<string | null>`string_agg(${budId} || ' ' || encode(${keys}, 'hex'), ',' order by ${budId})`,
      dismissed: sql<string[] | null>`(${dismissed})`,
    })
    .from(duplicateKeys)
    .where(and(eq(duplicateKeys.ownerId, ownerId), isOfListed(ownerId, budId)))
  const isDismissed = new Set(row?.dismissed)
  return findCandidates(row?.keys?.split(',') ?? [], ({ a, b }) => !isDismissed.has(`${a} ${b}`))
}

const comparedColumns = {
  _id: buds._id,
  Firstname: buds.Firstname,
  Surname: buds.Surname,
  Nickname: buds.Nickname,
  photo: buds.photo,
  Occupation: buds.Occupation,
  Location: buds.Location,
  OccupationLocation: buds.OccupationLocation,
  emails: buds.emails,
  phones: buds.phones,
  dates: buds.dates,
  notes: generationNotes,
}

async function findBuds(ownerId: string, ids: string[]) {
  const from = sql`from ${buds} where ${and(eq(buds.ownerId, ownerId), sql`${buds._id} = any(${idList(ids)})`)}`
  const [row] = await db
    .select({ found: jsonRows(comparedColumns, from, sql`${buds._id}`) })
    .from(sql`(values (1)) one`)
  return new Map((row?.found ?? []).map((bud) => [bud._id, bud]))
}

const budId = (name: string) => z.string({ error: `${name} must be the id of a bud` })
export const dismissInput = z.object({ a: budId('a'), b: budId('b') })

/** Removes a pair from the list for good. Idempotent. Throws 400 for one bud, and 404 unless both are the owner's. */
export async function dismissDuplicate(ownerId: string, input: z.infer<typeof dismissInput>) {
  const [a = '', b = ''] = [input.a.toLowerCase(), input.b.toLowerCase()].sort()
  if (a === b) throw new UserError(400, 'a and b must be two buds')
  for (const id of [a, b]) {
    const [bud] = await db.select({ _id: buds._id }).from(buds).where(isOwn(ownerId, id))
    assertFound(bud)
  }
  await db.insert(dismissedDuplicates).values({ ownerId, a, b }).onConflictDoNothing()
}
