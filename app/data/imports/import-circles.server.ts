import { eq, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { type Db, db } from '~/base/db/db.server'
import { nameLength } from '~/base/forms/lengths'
import { selectedBudsLimit } from '~/people/buds/bud-picker'
import { cut } from '~/people/buds/surplus'
import { circleBuds, circles } from '~drizzle/schema'

type Room = { id: string; free: number }

/**
 * Finds the circle of a group by its name, or creates it. A group with more buds than a circle can have continues in a
 * second circle, 'Friends 2'.
 */
export async function circlesByName(ownerId: string) {
  const members = db.$count(
    circleBuds,
    sql`${circleBuds.ownerId} = ${circles.ownerId} and ${circleBuds.recordId} = ${circles._id}`,
  )
  const stored = await db
    .select({ id: circles._id, name: circles.Name, members })
    .from(circles)
    .where(eq(circles.ownerId, ownerId))
    .orderBy(circles._id)
  const rooms = new Map<string, Room>()
  for (const { id, name, members } of stored) {
    const key = name.toLowerCase()
    if (!rooms.has(key)) rooms.set(key, { id, free: selectedBudsLimit - members })
  }

  /** Begins the places of a transaction. Those of one that fails, or that is repeated, are not kept. */
  function begin() {
    const changed = new Map<string, Room>()
    const roomOf = (key: string) => changed.get(key) ?? rooms.get(key)

    async function placeIn(tx: Db, group: string) {
      for (let n = 1; ; n++) {
        const Name = n === 1 ? group : `${cut(group, nameLength - ` ${n}`.length)} ${n}`
        const key = Name.toLowerCase()
        const room = roomOf(key) ?? (await create(tx, Name))
        if (room.free <= 0) continue
        changed.set(key, { ...room, free: room.free - 1 })
        return room.id
      }
    }
    const keep = () => {
      for (const [key, room] of changed) rooms.set(key, room)
    }
    return { placeIn, keep }
  }

  async function create(tx: Db, Name: string) {
    const room = { id: uuid(), free: selectedBudsLimit }
    await tx.insert(circles).values({ ownerId, _id: room.id, Name })
    return room
  }
  return { begin }
}
