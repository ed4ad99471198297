import { and, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '~/base/db/db.server'
import { jsonRows } from '~/base/db/json-rows.server'
import { idList } from '~/base/db/owned.server'
import { stamp } from '~/events/calendar/date-entries.server'
import { eventObjects, events } from '~drizzle/schema'
import type { StoredEvent } from './calendar-object'

const taken = alias(events, 'taken')
const { _id, Name, Location, Description, Eventtype, startDate, endDate, repeat, skipped, createdAt } = events

const takenOut = jsonRows(
  {
    _id: taken._id,
    Name: taken.Name,
    Location: taken.Location,
    Description: taken.Description,
    Eventtype: taken.Eventtype,
    startDate: taken.startDate,
    endDate: taken.endDate,
    occurrence: taken.occurrence,
  },
  sql`from ${events} taken where taken.owner_id = ${events.ownerId} and taken.series = ${events._id}`,
  sql`taken.occurrence, taken.id`,
)

const columns = {
  ...{ _id, Name, Location, Description, Eventtype, startDate, endDate, repeat, skipped, takenOut },
  stamp: stamp(createdAt),
  object: { file: eventObjects.file, uid: eventObjects.uid, content: eventObjects.content },
}

export type Stored = StoredEvent & { object: { file: string } | null }

const isObjectOf = and(eq(eventObjects.ownerId, events.ownerId), eq(eventObjects.recordId, events._id))

/** Events that are resources, in any order. What was taken out of a series is part of it. */
export const findStored = (tx: Db, ownerId: string, ids: string[]): Promise<Stored[]> =>
  tx
    .select(columns)
    .from(events)
    .leftJoin(eventObjects, isObjectOf)
    .where(and(eq(events.ownerId, ownerId), isNull(events.series), sql`${events._id} = any(${idList(ids)})`))

/** Whether another record has the UID: as a client has sent it, or as the one of its id. */
export async function isUidOfOther(tx: Db, ownerId: string, uid: string, id: string | undefined) {
  const [, ofId] = /^([0-9a-f-]{36})@budkeeper$/.exec(uid) ?? []
  const isOther = id === undefined ? undefined : sql`${events._id} <> ${id}`
  const hasUid = sql`${eventObjects.uid} = ${uid}`
  const isOfId = sql`${events._id}::text = ${ofId ?? ''} and ${events.series} is null
    and coalesce(${eventObjects.uid}, '') = ''`
  const [found] = await tx
    .select({ _id: events._id })
    .from(events)
    .leftJoin(eventObjects, isObjectOf)
    .where(and(eq(events.ownerId, ownerId), isOther, sql`(${hasUid} or (${isOfId}))`))
    .limit(1)
  return found !== undefined
}
