import { and, desc, eq, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import { isDemoAccount, type User } from '~/account/users/user'
import { type Db, db } from '~/base/db/db.server'
import { beginChange, byOwnerAndId } from '~/base/db/owned.server'
import { pagesOf, rangeOf } from '~/base/db/pages'
import type { ReceivedFile } from '~/base/http/body.server'
import type { Call, RequestContext } from '~/base/http/context.server'
import { somethingWentWrong, UserError } from '~/base/node/errors'
import { undoChange } from '~/data/history/undo.server'
import { mappingFor } from '~/data/imports/csv/columns'
import { changes, importFiles, imports } from '~drizzle/schema'
import { deleteMarkedInBackground, isListed, markDeleted } from './delete-imports.server'
import { demoRecordLimit, type ImportState, recordLimit } from './import'
import type { importChange, importQuery } from './import-input.server'
import { readingFile, uploading } from './import-limits.server'
import { asImport, type Import, selectImports } from './import-response.server'
import { recogniseFile } from './read-file.server'
import { runImportInBackground } from './run-import.server'

const { isOwn: hasKey, assertFound } = byOwnerAndId('Import', imports)
const isOwn = (ownerId: string, id: string) => and(hasKey(ownerId, id), isListed)

const fileNameLength = 200

const partSize = 500_000

/** Receives a file by `receive` and imports it (`createImport`). Throws 409, 413 or 429 before, if the user has too many. */
export const receiveImport = (user: User, { request, context }: Call, receive: () => Promise<ReceivedFile>) =>
  uploading(user, request.headers.get('Content-Length'), async () =>
    createImport(user, await receive(), context),
  )

/**
 * Reads a file and begins its dry run in the background. Throws 400, 403, 409 or 413 for a file that cannot be imported,
 * 429 for too many at once, and 503 if nobody waits for the import any more.
 */
export async function createImport(user: User, file: ReceivedFile, context: RequestContext) {
  if (file.content.byteLength === 0) throw new UserError(400, 'Choose a file')
  return readingFile(user, file.content, () => recogniseAndStore(user, file, context))
}

async function recogniseAndStore(
  user: User,
  { content: file, name }: ReceivedFile,
  { isAwaited }: RequestContext,
) {
  if (!isAwaited()) throw new UserError(503, somethingWentWrong)
  const recognised = await recogniseFile(
    file,
    isDemoAccount(user) ? { records: demoRecordLimit, status: 403 } : { records: recordLimit, status: 413 },
  )
  const [ownerId, _id] = [user._id, uuid()]
  const fileName = name
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(-fileNameLength)
    .toWellFormed()
  if (!isAwaited()) throw new UserError(503, somethingWentWrong)
  await db.transaction(async (tx) => {
    await tx.insert(imports).values({ ...recognised, ownerId, _id, name: fileName || 'Import' })
    for (let n = 0; n * partSize < file.byteLength; n++) {
      const part = Buffer.from(file.subarray(n * partSize, (n + 1) * partSize))
      // As text, because the embedded database takes long to convert bytes.
      const content = sql`decode(${part.toString('base64')}, 'base64')`
      await tx.insert(importFiles).values({ ownerId, importId: _id, n, content })
    }
  })
  runImportInBackground(ownerId, _id)
  return findImport(ownerId, _id)
}

export async function findImport(ownerId: string, id: string): Promise<Import> {
  const [row] = await selectImports().where(isOwn(ownerId, id))
  return asImport(assertFound(row))
}

/** The body of `GET /imports`, newest first. */
export async function listImports(ownerId: string, query: z.infer<typeof importQuery.strict>) {
  const isOfOwner = and(eq(imports.ownerId, ownerId), isListed)
  const total = await db.$count(imports, isOfOwner)
  const rows = await selectImports()
    .where(isOfOwner)
    .orderBy(desc(imports._id))
    .limit(query.limit)
    .offset(rangeOf(query).offset)
  return {
    imports: rows.map(asImport),
    totalImports: total,
    ...pagesOf(total, query),
  }
}

/** Changes the settings of an import that is ready. Its rows are planned again in the background. */
export async function changeImport(ownerId: string, id: string, change: z.infer<typeof importChange>) {
  const { mapping, ...settings } = change
  const { columns, state } = await findImport(ownerId, id)
  const set =
    mapping === undefined ? settings : { ...settings, mapping: mappingFor(columns.length).parse(mapping) }
  if (state !== 'ready') throw refusedIn(state)
  if (Object.keys(set).length > 0) {
    if (!(await moveState(ownerId, id, { ...set, state: 'reading', done: 0 }))) throw refusedIn('reading')
    runImportInBackground(ownerId, id)
  }
  return findImport(ownerId, id)
}

/** Begins to apply an import in the background. A second call has no effect, and `msg` says so. */
export async function applyImport(ownerId: string, id: string) {
  const { state, needsDateOrder, name } = await findImport(ownerId, id)
  const begun = async (msg: string) => ({ msg, import: await findImport(ownerId, id) })
  if (state === 'applying' || state === 'applied')
    return begun(state === 'applied' ? refusals.applied : 'The import has begun')
  if (state !== 'ready') throw refusedIn(state)
  if (needsDateOrder) throw new UserError(409, 'Choose the order of day and month')
  await db.transaction(async (tx) => {
    // By the app's clock, which orders and prunes change sets.
    const changeId = await beginChange(tx)
    const isMoved = await moveState(ownerId, id, { state: 'applying', done: 0, changeId }, tx)
    if (isMoved)
      await tx
        .insert(changes)
        .values({ ownerId, _id: changeId, kind: 'import', name, position: 0, via: { kind: 'import', name } })
  })
  runImportInBackground(ownerId, id)
  return begun('The import has begun')
}

/** Takes an applied import back, in the background if it is large. */
export async function undoImport(ownerId: string, id: string) {
  const { state } = await findImport(ownerId, id)
  if (state === 'reading') throw refusedIn('ready')
  if (state !== 'applied') throw refusedIn(state)
  const [row] = await db.select({ changeId: imports.changeId }).from(imports).where(isOwn(ownerId, id))
  const { changeId } = assertFound(row)
  if (!changeId) throw new UserError(409, 'The import has changed nothing')
  const { kept, isUnfinished } = await undoChange(ownerId, changeId)
  const undone = await findImport(ownerId, id)
  return isUnfinished ? undone : { ...undone, kept }
}

/** Forgets an import and its file, which are deleted in the background. What it has written stays. */
export async function deleteImport(ownerId: string, id: string) {
  const { state } = await findImport(ownerId, id)
  if (state === 'undoing') throw refusedIn(state)
  if ((await markDeleted(isOwn(ownerId, id))) === 0) throw refusedIn((await findImport(ownerId, id)).state)
  deleteMarkedInBackground()
}

const refusals: Record<ImportState, string> = {
  reading: 'The file is still being read',
  ready: 'The import has not been applied',
  applying: 'The import is still in progress',
  applied: 'The import has been applied already',
  undoing: 'The import is being undone',
  undone: 'The import has been undone already',
}

/** A call that the state of the import does not allow. */
export const refusedIn = (state: ImportState) => new UserError(409, refusals[state])

/**
 * Moves an import that is ready to another state. Resolves to false if it is there already, or beyond it in the case of
 * `applying`, and throws 409 in any other state.
 */
async function moveState(
  ownerId: string,
  id: string,
  set: Partial<typeof imports.$inferInsert>,
  tx: Db = db,
) {
  const [row] = await tx
    .select({ state: imports.state })
    .from(imports)
    .where(isOwn(ownerId, id))
    .for('update')
  const { state } = assertFound(row)
  if (state === set.state || (set.state === 'applying' && state === 'applied')) return false
  if (state !== 'ready') throw refusedIn(state)
  await tx.update(imports).set(set).where(isOwn(ownerId, id))
  return true
}
