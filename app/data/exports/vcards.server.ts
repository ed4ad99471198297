import sharp from 'sharp'
import { log } from '~/base/node/log.server'
import { findPhoto } from '~/people/buds/bud-photos.server'
import { asRead, budPages, type ExportedBud } from './records.server'
import type { VCardVersion } from './vcard-lines'
import { writeVCard } from './vcard-write'

/** A few cards with a photo, or some more without, are a few milliseconds of work and some 100 kB. */
const cardsAtOnce = 50

type Wanted = { photos: boolean; chosen?: string[] | undefined }

/** The buds as vCards, with or without their photos. */
export async function* writeVCards(ownerId: string, version: VCardVersion, { photos, chosen }: Wanted) {
  for await (const page of budPages(ownerId, chosen)) {
    let cards: string[] = []
    for (const { groups, related, ...bud } of page) {
      const photo = photos ? await photoAsJpeg(ownerId, bud) : null
      cards.push(
        writeVCard(
          { bud, groups, relations: related.map(asRead), photo, archivedAt: bud.archivedAt },
          version,
        ),
      )
      if (photo || cards.length >= cardsAtOnce) {
        yield cards.join('')
        cards = []
      }
    }
    if (cards.length > 0) yield cards.join('')
  }
}

/** Not every address book reads WebP. Null if the bud has no photo, or none any more. */
async function photoAsJpeg(ownerId: string, { _id, photo }: Pick<ExportedBud, '_id' | 'photo'>) {
  const hash = photo?.split('/').at(-1)
  const picture = hash && (await findPhoto(ownerId, _id, hash))
  return picture ? jpegOf(picture, _id) : null
}

/** A stored photo as JPEG. Null if it cannot be read. */
export const jpegOf = (picture: Uint8Array, budId: string): Promise<Buffer | null> =>
  sharp(picture)
    .flatten({ background: 'white' })
    .jpeg({ quality: 85 })
    .toBuffer()
    .catch((error) => {
      log.error({ err: error, budId }, 'photo not exported as JPEG')
      return null
    })
