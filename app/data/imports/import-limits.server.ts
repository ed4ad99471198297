import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import { isDemoAccount, type User } from '~/account/users/user'
import { db } from '~/base/db/db.server'
import { createGate } from '~/base/http/gate.server'
import { UserError } from '~/base/node/errors'
import { importFiles, imports } from '~drizzle/schema'
import { isListed } from './delete-imports.server'
import { demoFileLimit, fileLimit } from './import'

/** Imports of a user that are not applied, of which each keeps its file, and the bytes of their files. */
const openLimits = { count: 10, bytes: 100_000_000 }

const smallFile = 1_000_000
const patience = 3_000

/** Files that are received or wait to be read. Each is in memory. Large ones do not keep small ones out. */
const uploads = {
  small: createGate({ atOnce: 100, forOne: 10, waiting: 10, patience }),
  large: createGate({ atOnce: 12, forOne: 2, waiting: 2, patience }),
}

/** Files that are read for their format and number of records. */
const reading = createGate({ atOnce: 2, forOne: 1, waiting: 10, patience })

/** Runs the work of an upload with this `Content-Length`. Throws 409, 413 or 429 before the body is received. */
export async function uploading<T>(user: User, length: string | null, work: () => Promise<T>) {
  // A form with a file has more bytes than the file.
  if (Number(length) > 2 * fileLimitOf(user)) throw tooLarge(user)
  await assertRoom(user, 0)
  const isSmall = length !== null && Number(length) <= smallFile
  return (isSmall ? uploads.small : uploads.large).run(user._id, work)
}

/** Runs the reading of a file. Throws 409 or 413 before it if the user cannot have the file. */
export async function readingFile<T>(user: User, file: Uint8Array, work: () => Promise<T>) {
  if (file.byteLength > fileLimitOf(user)) throw tooLarge(user)
  return reading.run(user._id, async () => {
    await assertRoom(user, file.byteLength)
    return work()
  })
}

const fileLimitOf = (user: User) => (isDemoAccount(user) ? demoFileLimit : fileLimit)

const tooLarge = (user: User) =>
  new UserError(
    413,
    isDemoAccount(user)
      ? 'In the demo account, a file can have at most 1 MB'
      : 'A file can have at most 25 MB',
  )

/** Throws 409 if the user has too many open imports, or too large ones with a file of `more` bytes. */
async function assertRoom({ _id }: User, more: number) {
  const isOpen = and(eq(imports.ownerId, _id), isListed, ne(imports.state, 'applied'))
  const count = await db.$count(imports, isOpen)
  if (count >= openLimits.count) throw new UserError(409, 'Finish or discard an earlier import first')
  if (count === 0) return
  if ((await bytesOf(isOpen)) + more > openLimits.bytes)
    throw new UserError(
      409,
      'The files of your open imports have more than 100 MB. Finish or discard an earlier import first',
    )
}

async function bytesOf(isOpen: SQL | undefined) {
  const isOf = and(eq(importFiles.ownerId, imports.ownerId), eq(importFiles.importId, imports._id))
  const [sum] = await db
    .select({ bytes: sql`coalesce(sum(octet_length(${importFiles.content})), 0)`.mapWith(Number) })
    .from(importFiles)
    .innerJoin(imports, isOf)
    .where(isOpen)
  return sum?.bytes ?? 0
}
