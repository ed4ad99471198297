import { and, eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import { db } from '~/server/db.server'
import { UserError } from '~/server/errors'
import { listsLocked } from '~/server/lists.server'
import { buds } from '~drizzle/schema'
import type { Bud, BudInput } from './bud'

/** Every field of a bud that its owner and the API see. */
export const budColumns = {
  _id: buds._id,
  Firstname: buds.Firstname,
  Surname: buds.Surname,
  Nickname: buds.Nickname,
  Occupation: buds.Occupation,
  Location: buds.Location,
  OccupationLocation: buds.OccupationLocation,
  Budtype: buds.Budtype,
  hobbies: buds.hobbies,
  preferences: buds.preferences,
  industry: buds.industry,
  origination: buds.origination,
  LastInteraction: buds.LastInteraction,
  customFields: buds.customFields,
  createdAt: buds.createdAt,
}

/** Created once, however often the same id is sent. */
export async function createBud(ownerId: string, input: BudInput, id = uuid()): Promise<Bud> {
  const [bud] = await db
    .insert(buds)
    .values({ ...input, ownerId, _id: id })
    .onConflictDoNothing({ target: [buds.ownerId, buds._id] })
    .returning(budColumns)
  return bud ?? findBud(ownerId, id)
}

export async function findBud(ownerId: string, id: string): Promise<Bud> {
  const [bud] = await db.select(budColumns).from(buds).where(isOwn(ownerId, id))
  return found(bud)
}

export async function updateBud(ownerId: string, id: string, change: Partial<BudInput>): Promise<Bud> {
  const [bud] = await db
    .update(buds)
    .set({ ownerId, ...change })
    .where(and(listsLocked(ownerId), isOwn(ownerId, id)))
    .returning(budColumns)
  return found(bud)
}

export async function deleteBud(ownerId: string, id: string) {
  const [bud] = await db
    .delete(buds)
    .where(and(listsLocked(ownerId), isOwn(ownerId, id)))
    .returning({ _id: buds._id })
  found(bud)
}

/** Someone else's bud, none and a malformed id are the same. */
function found<T>(bud: T | undefined): T {
  if (!bud) throw new UserError(404, 'Bud not found')
  return bud
}

function isOwn(ownerId: string, id: string) {
  if (!z.guid().safeParse(id).success) throw new UserError(404, 'Bud not found')
  return and(eq(buds.ownerId, ownerId), eq(buds._id, id))
}
