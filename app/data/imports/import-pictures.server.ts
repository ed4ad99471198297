import { and, eq } from 'drizzle-orm'
import sharp from 'sharp'
import { db } from '~/base/db/db.server'
import { encodePicture } from '~/base/forms/picture.server'
import { createGate } from '~/base/http/gate.server'
import { importRows, type imports } from '~drizzle/schema'

/** A photo as it is stored, or why it is left out. Each reason begins with 'The photo'. */
export type ImportedPicture = { picture: Buffer | null; reason: string }

/** Reads the photo of the row `n`. */
export type PictureReader = (n: number, file: Uint8Array) => Promise<ImportedPicture>

const megapixel = 1_000_000
/**
 * Limits for a photo, and for all photos of an import that have to be decoded. Photos of contacts in 25 MB have a tenth of
 * it.
 */
export const pixelLimits = { photo: 10 * megapixel, import: 500 * megapixel }

/** A photo of the product has at most this many bytes. */
const storedSize = 1_000_000

const decoding = createGate({ atOnce: 2, forOne: 1 })

type Import = Pick<typeof imports.$inferSelect, 'ownerId' | '_id'>

/**
 * Reads the photos of an import. Those of rows that are stored were decoded before, and are taken as they are. A photo in a
 * backup that Budkeeper stored stays byte for byte what it was.
 */
export async function pictureReader(job: Import, isBackup: boolean): Promise<PictureReader> {
  const stored = await storedPictures(job)
  let left = pixelLimits.import
  return async (n, file) => {
    const known = stored.get(n)
    if (known) return known
    const size = await sizeOf(file)
    if (!size) return leftOut('The photo cannot be read')
    if (isBackup && size.isStored) return { picture: Buffer.from(file), reason: '' }
    if (size.pixels > pixelLimits.photo)
      return leftOut(`The photo has more than ${pixelLimits.photo / megapixel} megapixels`)
    if (size.pixels > left)
      return leftOut(
        `The photo was left out, because those before have ${pixelLimits.import / megapixel} megapixels`,
      )
    left -= size.pixels
    const picture = await decoding.run(job.ownerId, () => encodePicture(file, { formats }))
    return picture ? { picture, reason: '' } : leftOut('The photo cannot be read')
  }
}

const formats = ['jpeg', 'png', 'webp']
const leftOut = (reason: string) => ({ picture: null, reason })

/** `isStored`: Budkeeper can have stored the photo. */
async function sizeOf(file: Uint8Array) {
  try {
    const { format, width, height, pages = 1, exif, xmp, icc } = await sharp(file).metadata()
    const isPlain = format === 'webp' && !exif && !xmp && !icc && pages === 1
    return {
      pixels: width * height * pages,
      isStored: isPlain && width <= 512 && width === height && file.length <= storedSize,
    }
  } catch {
    return
  }
}

/** What an earlier dry run has made of the photos, by the number of the row. */
async function storedPictures({ ownerId, _id }: Import) {
  const { n, picture, reason } = importRows
  const isRow = and(eq(importRows.ownerId, ownerId), eq(importRows.importId, _id))
  const rows = await db.select({ n, picture, reason }).from(importRows).where(isRow)
  // The embedded database returns a plain array of bytes.
  const asBuffer = (bytes: Uint8Array | null) => bytes && Buffer.from(bytes)
  return new Map(
    rows.map(({ n, picture, reason }) => [n, { picture: asBuffer(picture), reason: noteOn(reason) }]),
  )
}

const noteOn = (reason: string) =>
  reason
    .split('\n')
    .filter((line) => line.startsWith('The photo '))
    .join('\n')
