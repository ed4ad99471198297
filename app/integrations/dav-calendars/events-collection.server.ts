import { sql } from 'drizzle-orm'
import { db } from '~/base/db/db.server'
import { overlapping, seriesOverlapping } from '~/events/events/event-range.server'
import { removeEvent } from '~/events/events/events.server'
import { occurrencesFrom } from '~/events/repeats/occurrences'
import {
  type Collection,
  type Conditions,
  DavError,
  type StoredResource,
} from '~/integrations/dav/collection.server'
import { assertConditions } from '~/integrations/dav/conditions.server'
import type { Device, SyncType } from '~/integrations/devices/device'
import { deleteAs } from '~/integrations/devices/device-changes.server'
import {
  etagOfMark,
  lastNumber,
  listMarks,
  type Mark,
  marksSince,
} from '~/integrations/devices/sync-marks.server'
import { events } from '~drizzle/schema'
import { asDavError, findEventMark, lockResource, putEvent } from './put-event.server'
import { wallClockAt } from './source-zones.server'
import { findStored } from './stored-events.server'
import { writeCalendarObject } from './write-object.server'

const types: SyncType[] = ['event']
const pageSize = 250
/** More names than these are looked up in the list of all. */
const fewFiles = 20

const fileOf = ({ file, recordId }: Mark) => file || `${recordId}.ics`
const resourceOf = (mark: Mark) => ({ file: fileOf(mark), etag: etagOfMark(mark.n) })

/** The events of an owner, which devices read and write. */
export const eventsCollection = {
  name: 'events',
  kind: 'calendar',
  displayName: 'Budkeeper',
  color: '#4f46e5',
  isReadOnly: false,
  type: 'text/calendar',
  limit: 1_000_000,
  state: (device) => lastNumber(device, types),
  list: async (device) => {
    const { marks, state } = await listMarks(device, types)
    return { resources: marks.map(resourceOf), state }
  },
  changesSince: async (device, since) => {
    const found = await marksSince(device, types, since)
    return (
      found && {
        changed: found.changed.map(resourceOf),
        gone: found.gone.map(fileOf),
        state: found.state,
      }
    )
  },
  read: async (device, files) => contentsOf(device, await marksNamed(device, [...new Set(files)])),
  pages: (device, _version, range) => pagesOf(device, range),
  put: putEvent,
  remove: removeResource,
} satisfies Collection

async function marksNamed(device: Device, files: string[]) {
  if (files.length <= fewFiles) {
    const marks = await Promise.all(files.map((file) => findEventMark(db, device, file)))
    return marks.filter((mark) => mark !== undefined)
  }
  const names = new Set(files)
  const { marks } = await listMarks(device, types)
  return marks.filter((mark) => names.has(fileOf(mark)))
}

/** The marks are older than what is read, so that a change in between is read once more. */
async function contentsOf(device: Device, marks: Mark[]): Promise<StoredResource[]> {
  const stored = await findStored(
    db,
    device.ownerId,
    marks.map(({ recordId }) => recordId),
  )
  const byId = new Map(stored.map((event) => [event._id, event]))
  return marks.flatMap((mark) => {
    const event = byId.get(mark.recordId)
    return event ? [{ ...resourceOf(mark), content: writeCalendarObject(event, device.zone) }] : []
  })
}

type InstantRange = { from: Date | null; to: Date | null }

async function* pagesOf(device: Device, range: InstantRange | undefined) {
  const { marks } = await listMarks(device, types)
  const wanted = range && (await idsBetween(device, range))
  const shown = wanted ? marks.filter(({ recordId }) => wanted.has(recordId)) : marks
  for (let n = 0; n < shown.length; n += pageSize)
    yield await contentsOf(device, shown.slice(n, n + pageSize))
}

/**
 * The ids of events that overlap a range, and of series with an occurrence in it or one that was taken
 * out.
 */
async function idsBetween({ ownerId, zone }: Device, range: InstantRange) {
  const from = range.from ? wallClockAt(range.from, zone) : '0001-01-01T00:00'
  const to = range.to ? wallClockAt(range.to, zone) : '9999-12-31T23:59'
  const bounds = { owner: sql`${ownerId}::uuid`, from: sql`${from}::timestamp`, to: sql`${to}::timestamp` }
  const { _id, startDate, endDate, repeat, repeatUntil, skipped } = events
  const [singles, series] = await Promise.all([
    db
      .select({ _id: sql<string>`coalesce(${events.series}, ${_id})` })
      .from(events)
      .where(overlapping(bounds)),
    db
      .select({ _id, startDate, endDate, repeat, repeatUntil, skipped })
      .from(events)
      .where(seriesOverlapping(bounds)),
  ])
  const happening = series.filter((one) => {
    const { value: first } = occurrencesFrom(one, from).next()
    return first !== undefined && first.startDate < to
  })
  return new Set([...singles, ...happening].map(({ _id }) => _id))
}

async function removeResource(device: Device, file: string, conditions: Conditions) {
  const mark = await findEventMark(db, device, file)
  assertConditions(mark && etagOfMark(mark.n), conditions)
  if (!mark) throw new DavError(404, undefined, 'There is no such event.')
  const { type, recordId } = mark
  await asDavError(() =>
    deleteAs(device, { type, recordId }, async (tx) => {
      const event = await lockResource(tx, device.ownerId, recordId)
      const now = await findEventMark(tx, device, file)
      assertConditions(now && etagOfMark(now.n), conditions)
      await removeEvent(tx, device.ownerId, event)
    }),
  )
}
