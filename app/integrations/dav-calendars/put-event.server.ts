import { asc } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Db } from '~/base/db/db.server'
import { isAlreadyStored } from '~/base/db/versions.server'
import { UserError } from '~/base/node/errors'
import { uidOf } from '~/events/calendar/ical.server'
import { editOf, insertEvent, lockEvent, writeEvent } from '~/events/events/events.server'
import { isTakenOutOf } from '~/events/events/moved-series.server'
import { skippedLimit, tooManySkipped } from '~/events/repeats/repeat-rule.server'
import { type Conditions, DavError, type Written } from '~/integrations/dav/collection.server'
import { assertConditions } from '~/integrations/dav/conditions.server'
import type { Device } from '~/integrations/devices/device'
import { changeAs } from '~/integrations/devices/device-changes.server'
import {
  etagOfMark,
  findMark,
  type Mark,
  numberOf,
  takeUpHeld,
} from '~/integrations/devices/sync-marks.server'
import { eventObjects, events } from '~drizzle/schema'
import type { ReadObject } from './calendar-object'
import { decodeObject, invalidData } from './content-lines.server'
import { readCalendarObject } from './read-object.server'
import { findStored, isUidOfOther, type Stored } from './stored-events.server'
import {
  changedFields,
  planOccurrences,
  removeOccurrences,
  writeOccurrences,
} from './stored-occurrences.server'
import { writeCalendarObject } from './write-object.server'

export const findEventMark = (tx: Db, device: Device, file: string) =>
  findMark(tx, device, ['event'], file, 'ics')

/** Locks an event with what was taken out of it. Then nobody else changes its resource. */
export async function lockResource(tx: Db, ownerId: string, id: string) {
  const { event } = await lockEvent(tx, ownerId, id)
  await tx
    .select({ _id: events._id })
    .from(events)
    .where(isTakenOutOf(ownerId, event))
    .orderBy(asc(events._id))
    .for('update')
  return event
}

/** Stores what a device sends as one event, with what was taken out of it, or nothing of it. */
export async function putEvent(
  device: Device,
  file: string,
  content: Buffer,
  conditions: Conditions,
): Promise<Written> {
  const text = decodeObject(content)
  return asDavError(() =>
    changeAs(device, async (tx) => {
      const { ownerId, zone } = device
      const mark = await lockedMark(tx, device, file)
      assertConditions(mark && etagOfMark(mark.n), conditions)
      const known = mark ?? (await takeUpHeld(tx, device, ['event'], file, 'ics'))
      if (known && !mark) await lockResource(tx, ownerId, known.recordId)
      const [stored] = known ? await findStored(tx, ownerId, [known.recordId]) : []
      const isNew = mark === undefined
      const isSame = (event: Stored) => content.equals(Buffer.from(writeCalendarObject(event, zone)))
      if (known && stored && isSame(stored)) return { isNew, etag: etagOfMark(known.n) }
      const id = await store(tx, device, file, text, stored)
      const n = await numberOf(tx, ownerId, 'event', id)
      const [written] = await findStored(tx, ownerId, [id])
      return { isNew, etag: written && isSame(written) ? etagOfMark(n) : null }
    }),
  )
}

/** The mark of a resource whose event is locked, as it is then. */
async function lockedMark(tx: Db, device: Device, file: string): Promise<Mark | undefined> {
  const mark = await findEventMark(tx, device, file)
  if (!mark) return
  await lockResource(tx, device.ownerId, mark.recordId)
  return findEventMark(tx, device, file)
}

/** Resolves to the id of the event. */
async function store(tx: Db, { ownerId, zone }: Device, file: string, content: string, stored?: Stored) {
  const read = readCalendarObject(content, zone)
  const id = stored?._id ?? uuid()
  const isOwnUid = !stored || read.uid === (stored.object?.uid || uidOf(id))
  if (!isOwnUid || (await isUidOfOther(tx, ownerId, read.uid, stored?._id)))
    throw new DavError(409, 'C:no-uid-conflict', 'Another event has this UID.')
  if (stored) await update(tx, ownerId, stored, read, zone)
  else await add(tx, ownerId, id, read)
  const object = {
    file: stored ? (stored.object?.file ?? '') : file,
    uid: read.uid === uidOf(id) ? '' : read.uid,
  }
  await tx
    .insert(eventObjects)
    .values({ ownerId, recordId: id, ...object, content })
    .onConflictDoUpdate({
      target: [eventObjects.ownerId, eventObjects.recordId],
      set: { ...object, content },
    })
  return id
}

/** An event of a device has no buds at first. */
async function add(tx: Db, ownerId: string, id: string, { master, occurrences }: ReadObject) {
  const { Name, Location, Description, Eventtype = 'Other', startDate, endDate, repeat, skipped } = master
  const fields = { Name, Location, Description, Eventtype, startDate, endDate, repeat, skipped }
  await insertEvent(tx, ownerId, { ...fields, selectedBuds: [] }, id)
  const added = occurrences.filter(({ isCancelled }) => !isCancelled)
  await writeOccurrences(tx, ownerId, id, { pairs: [], added, removed: [], kept: [] }, [])
}

async function update(tx: Db, ownerId: string, stored: Stored, read: ReadObject, zone: string) {
  const given = readGiven(stored, zone)
  const plan = await planOccurrences(tx, ownerId, stored, read)
  if (plan.removed.length > 0) await removeOccurrences(tx, ownerId, plan.removed)
  const { event } = await lockEvent(tx, ownerId, stored._id)
  const repeat = read.master.repeat === given?.master.repeat ? stored.repeat : read.master.repeat
  const skipped = repeat === null ? [] : [...new Set([...read.master.skipped, ...plan.kept])].sort()
  if (skipped.length > skippedLimit) throw invalidData(tooManySkipped)
  const change = { ...changedFields(read.master, given?.master), repeat, skipped }
  if (!isAlreadyStored(editOf(event, change)))
    await writeEvent(tx, ownerId, event, change, { takenOutStays: true })
  await writeOccurrences(tx, ownerId, stored._id, plan, given?.occurrences ?? [])
}

/**
 * What the client could read before. What it has left as it was is no change, also if its times say
 * less than the stored ones.
 */
function readGiven(stored: Stored, zone: string) {
  try {
    return readCalendarObject(writeCalendarObject(stored, zone), zone)
  } catch (error) {
    if (error instanceof DavError) return undefined
    throw error
  }
}

/** The rules of events refuse what no client can store. */
export async function asDavError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    const { status, msg } = error
    if (status === 404) throw new DavError(404, undefined, msg)
    if (status === 400) throw invalidData(msg)
    throw error
  }
}
