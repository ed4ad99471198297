import { hash } from 'node:crypto'
import sharp from 'sharp'
import { createGate } from '~/base/http/gate.server'

type Options = {
  /** The formats that are accepted, by content and without animation. By default, every format that sharp reads. */
  formats?: string[]
}

const limitInputPixels = 50_000_000

// A thread for each picture, so that a large one does not take all processors.
sharp.concurrency(1)

/** For pictures that requests upload. */
const uploads = createGate({ atOnce: 2, forOne: 1, waiting: 10, patience: 3_000 })

/** The picture that a user uploads, as `encodePicture` makes it. Throws 429 for too many at once. */
export const encodeUpload = (ownerId: string, file: ArrayBuffer | Uint8Array, options?: Options) =>
  uploads.run(ownerId, () => encodePicture(file, options))

/**
 * Decodes and re-encodes a picture as a square of WebP, at most 512 px, without metadata. The file's name and type are
 * not trusted. Resolves to undefined if it is not a picture, or one with too many pixels.
 */
export async function encodePicture(file: ArrayBuffer | Uint8Array, { formats }: Options = {}) {
  try {
    const picture = sharp(file, { limitInputPixels })
    const { format = '', pages = 1, width, height } = await picture.metadata()
    if (formats && (!formats.includes(format) || pages > 1)) return
    const side = Math.min(width, height, 512)
    return await picture.rotate().resize(side, side, { fit: 'cover' }).webp({ quality: 82 }).toBuffer()
  } catch {
    return
  }
}

/** A part of the path of a picture, so that browsers may cache it for ever. */
export const hashOfPicture = (picture: Uint8Array) => hash('sha256', picture, 'hex').slice(0, 16)

/** The response for a picture whose path has its hash. Only its owner's browser may cache it. */
export const pictureResponse = (picture: Buffer) =>
  new Response(picture as BodyInit, {
    headers: { 'Content-Type': 'image/webp', 'Cache-Control': 'private, max-age=31536000, immutable' },
  })
