import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { type Db, db } from '~/db/db.server'
import { UserError } from '~/http/errors'
import { avatars } from '~drizzle/schema'
import { avatarMaximum, pictureTooLarge } from './account'

/** Decodes and re-encodes the picture. The file's name and type are not trusted. */
export async function readAvatar(file: File) {
  if (file.size > avatarMaximum) throw avatarError(pictureTooLarge)
  try {
    return await sharp(await file.arrayBuffer(), { limitInputPixels: 50_000_000 })
      .rotate()
      .resize(512, 512, { fit: 'cover', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer()
  } catch {
    throw avatarError('Only image files are accepted')
  }
}

/** Stores the picture and returns its path, which contains a hash of the picture. */
export async function saveAvatar(tx: Pick<Db, 'insert'>, userId: string, picture: Buffer) {
  await tx
    .insert(avatars)
    .values({ userId, picture })
    .onConflictDoUpdate({ target: avatars.userId, set: { picture } })
  return `/avatars/${createHash('sha256').update(picture).digest('hex').slice(0, 16)}`
}

function avatarError(msg: string) {
  return new UserError(400, msg, { errors: { avatar: [msg] } })
}

export async function findAvatar(userId: string) {
  const [row] = await db.select({ picture: avatars.picture }).from(avatars).where(eq(avatars.userId, userId))
  return row?.picture
}

/** Size limit of the form's body: the picture and the other fields. */
export const avatarFormLimit = 600_000
