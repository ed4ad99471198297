import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { type Db, db } from '~/base/db/db.server'
import { encodeUpload, hashOfPicture } from '~/base/forms/picture.server'
import { UserError } from '~/base/node/errors'
import { budPhotos } from '~drizzle/schema'
import { photoMaximum, photoTooLarge } from './bud'

const refused = (status: number, msg: string) => new UserError(status, msg, { errors: { photo: [msg] } })

/** Re-encodes a photo. Throws 413 if it is too large, and 400 if it is not a JPEG, PNG or WebP image. */
export async function readPhoto(ownerId: string, file: Uint8Array) {
  if (file.byteLength > photoMaximum) throw refused(413, photoTooLarge)
  const picture = await encodeUpload(ownerId, file, { formats: ['jpeg', 'png', 'webp'] })
  if (picture) return picture
  throw refused(
    400,
    isHeic(file)
      ? 'Photos in HEIC format cannot be read. Save it as JPEG first'
      : 'Photo must be a JPEG, PNG or WebP image without animation, of at most 50 megapixels',
  )
}

/** The fields of a submitted form with the picture of its photo: null to remove it, undefined to keep it. */
export async function withPicture<T extends { photo?: File | undefined; removePhoto?: 'true' | undefined }>(
  ownerId: string,
  { photo, removePhoto, ...input }: T,
) {
  const picture = photo && (await readPhoto(ownerId, new Uint8Array(await photo.arrayBuffer())))
  return { ...input, picture: removePhoto ? null : picture }
}

/** Photos of phones: an ISO media file with one of these brands (ISO/IEC 23008-12). */
const isHeic = (file: Uint8Array) =>
  /^ftyp(hei[cxms]|hev[cx]|mif1|msf1)/.test(Buffer.from(file.subarray(4, 12)).toString('latin1'))

/** Stores or removes the photo of a bud. The column `photo` of the bud has its path. */
export async function writePhoto(tx: Db, ownerId: string, budId: string, picture: Buffer | null) {
  const isOfBud = and(eq(budPhotos.ownerId, ownerId), eq(budPhotos.budId, budId))
  if (!picture) return tx.delete(budPhotos).where(isOfBud)
  return tx
    .insert(budPhotos)
    .values({ ownerId, budId, picture })
    .onConflictDoUpdate({ target: [budPhotos.ownerId, budPhotos.budId], set: { picture } })
}

export const photoPath = (budId: string, picture: Buffer) => `/photos/${budId}/${hashOfPicture(picture)}`

/** The photo with this hash. Undefined for another hash, and for a bud of another owner. */
export async function findPhoto(ownerId: string, budId: string, hash: string) {
  if (!z.guid().safeParse(budId).success) return
  const [row] = await db
    .select({ picture: budPhotos.picture })
    .from(budPhotos)
    .where(and(eq(budPhotos.ownerId, ownerId), eq(budPhotos.budId, budId)))
  return row && hashOfPicture(row.picture) === hash ? row.picture : undefined
}
