import { eq, sql } from 'drizzle-orm'
import { db } from '~/db/db.server'
import { UserError } from '~/http/errors'
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

/** One of the parts. Throws 404 if it does not exist. */
export async function findPart(ownerId: string, number: number) {
  const part = (await findParts(ownerId))[number - 1]
  if (!part) throw new UserError(404, 'Part not found')
  return part
}

export const isInPart = (budId: string, { after = '', last }: Part) =>
  budId > after && (last === undefined || budId <= last)
