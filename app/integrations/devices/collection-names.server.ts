import { eq, sql } from 'drizzle-orm'
import { db } from '~/base/db/db.server'
import { collectionNames } from '~drizzle/schema'
import type { Device } from './device'

type Names = { displayName?: string; color?: string }

/** What clients call the collections of an owner, by their names in paths. */
export async function findCollectionNames({ ownerId }: Device) {
  const { collection, displayName, color } = collectionNames
  const rows = await db
    .select({ collection, displayName, color })
    .from(collectionNames)
    .where(eq(collectionNames.ownerId, ownerId))
  return new Map(rows.map(({ collection, ...names }) => [collection, names]))
}

/** The name and the colour that a client gives a collection, for all devices of the owner. */
export async function renameCollection({ ownerId }: Device, collection: string, names: Names) {
  const { displayName = '', color = '' } = names
  await db
    .insert(collectionNames)
    .values({ ownerId, collection, displayName, color })
    .onConflictDoUpdate({
      target: [collectionNames.ownerId, collectionNames.collection],
      set: {
        displayName: sql`coalesce(nullif(excluded.display_name, ''), ${collectionNames.displayName})`,
        color: sql`coalesce(nullif(excluded.color, ''), ${collectionNames.color})`,
      },
    })
}
