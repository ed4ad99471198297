import { eq, sql } from 'drizzle-orm'
import { db } from '~/base/db/db.server'
import { UserError } from '~/base/node/errors'
import { budPhotos } from '~drizzle/schema'

/** A backup in parts: each has all records and a share of the photos, and can be imported (product 20.3). */

/** Bytes of the photos in a part. The rest of the 25 MB of an import is for the records. */
export const partSize = { photos: 16_000_000 }

/** The photos of the buds with ids above `after` and up to `last`. */
export type Part = { number: number; count: number; after?: string; last?: string; photoBytes: number }

/** The parts of an owner's backup. There is at least one. */
export async function findParts(ownerId: string): Promise<Part[]> {
  const size = sql`octet_length(${budPhotos.picture})`
  const photos = db
    .select({
      id: sql`${budPhotos.budId}::text collate "C"`.as('id'),
      size: size.as('size'),
      part: sql`div(sum(${size}) over (order by ${budPhotos.budId}) - ${size}, ${partSize.photos})`.as(
        'part',
      ),
    })
    .from(budPhotos)
    .where(eq(budPhotos.ownerId, ownerId))
    .as('photos')
  const found = await db
    .select({ last: sql<string>`max(id)`, photoBytes: sql`sum(size)`.mapWith(Number) })
    .from(photos)
    .groupBy(sql`part`)
    .orderBy(sql`part`)
  const count = Math.max(found.length, 1)
  // The ends are open, for photos that are added before the last part is written.
  return Array.from({ length: count }, (_, n) => ({
    number: n + 1,
    count,
    after: found[n - 1]?.last,
    last: n + 1 < count ? found[n]?.last : undefined,
    photoBytes: found[n]?.photoBytes ?? 0,
  }))
}

/** Which part, and between which ids of buds its photos are. Without `last`, all after `after`. */
export type PartQuery = { part: number; after?: string; last?: string }

/**
 * One of the parts. Without ids it is where it would be now, and 404 if there is no such part. With them, no photo is lost if
 * photos have changed since the link to the part was made.
 */
export async function findPart(ownerId: string, { part: number, ...range }: PartQuery) {
  const parts = await findParts(ownerId)
  const found = parts[number - 1]
  const isLinked = range.after !== undefined || range.last !== undefined
  if (!found && !isLinked) throw new UserError(404, 'Part not found')
  const { photoBytes } = found ?? { photoBytes: partSize.photos }
  const part: Part = {
    number,
    count: Math.max(parts.length, number),
    photoBytes,
    ...(isLinked ? range : found),
  }
  return { ...part, next: nextOf(part, parts) }
}

/** The part that begins where this one ends. */
function nextOf({ number, last: after }: Part, parts: Part[]) {
  if (after === undefined) return
  const ends = parts.flatMap(({ last }) => last ?? [])
  return { number: number + 1, after, last: ends.find((end) => end > after) }
}

/** The query of a part's URL. */
export function partQuery({ number, after, last }: Pick<Part, 'number' | 'after' | 'last'>) {
  const ids = [after && `&after=${after}`, last && `&last=${last}`].filter(Boolean)
  return `?format=zip&part=${number}${ids.join('')}`
}

export const isInPart = (budId: string, { after = '', last }: Part) =>
  budId > after && (last === undefined || budId <= last)
