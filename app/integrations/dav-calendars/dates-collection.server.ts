import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { db } from '~/base/db/db.server'
import { idList } from '~/base/db/owned.server'
import {
  type Dates,
  dateEntry,
  datesOfBud,
  datesOfCircle,
  stamp,
} from '~/events/calendar/date-entries.server'
import { linesOf } from '~/events/calendar/ical-lines.server'
import { type Collection, DavError, type StoredResource } from '~/integrations/dav/collection.server'
import type { Device, SyncType } from '~/integrations/devices/device'
import {
  etagOfMark,
  lastNumber,
  listMarks,
  type Mark,
  marksOf,
  marksSince,
} from '~/integrations/devices/sync-marks.server'
import { isListed } from '~/people/buds/buds.server'
import { dateKind } from '~/people/buds/contact'
import { milestoneLimit } from '~/people/circles/milestones'
import { buds, circles } from '~drizzle/schema'
import { wallClockAt } from './source-zones.server'

const types: SyncType[] = ['bud', 'circle']
const pageSize = 500

const readOnly = async () => {
  throw new DavError(403, 'D:need-privileges', 'Dates are changed at their bud or circle.')
}

/**
 * Birthdays and other dates of buds, and milestones of circles. Each is a resource, with the number of
 * its bud or circle.
 */
export const datesCollection: Collection = {
  name: 'dates',
  kind: 'calendar',
  displayName: 'Budkeeper dates',
  color: '#db2777',
  isReadOnly: true,
  type: 'text/calendar',
  limit: 1_000_000,
  state: (device) => lastNumber(device, types),
  list: async (device) => {
    const { marks, state } = await listMarks(device, types)
    const dated = await datedOf(device, marks)
    return { resources: dated.flatMap(resourcesOf), state }
  },
  changesSince,
  read: async (device, files) => {
    const ids = new Set(files.flatMap((file) => /^([0-9a-f-]{36})-\d+\.ics$/.exec(file)?.[1] ?? []))
    const valid = [...ids].filter((id) => z.guid().safeParse(id).success)
    const names = new Set(files)
    const dated = await datedOf(device, await marksOf(device, types, valid))
    return dated.flatMap(contentsOf).filter(({ file }) => names.has(file))
  },
  pages: (device, _version, range) => pagesOf(device, range),
  put: readOnly,
  remove: readOnly,
}

type Dated = { mark: Mark; entries: Dates }

/** Those of some buds and circles that have dates. */
async function datedOf({ ownerId }: Device, marks: Mark[]): Promise<Dated[]> {
  const idsOf = (type: SyncType) => idList(marks.flatMap((mark) => (mark.type === type ? mark.recordId : [])))
  const ofBuds = await db
    .select({
      ...{ _id: buds._id, Firstname: buds.Firstname, Surname: buds.Surname, dates: buds.dates },
      stamp: stamp(buds.createdAt),
    })
    .from(buds)
    .where(
      and(
        eq(buds.ownerId, ownerId),
        sql`${buds._id} = any(${idsOf('bud')})`,
        sql`${buds.dates} <> '[]'`,
        isListed,
      ),
    )
  const ofCircles = await db
    .select({
      ...{ _id: circles._id, Name: circles.Name, milestones: circles.milestones },
      stamp: stamp(circles.createdAt),
    })
    .from(circles)
    .where(
      and(
        eq(circles.ownerId, ownerId),
        sql`${circles._id} = any(${idsOf('circle')})`,
        sql`${circles.milestones} <> '[]'`,
      ),
    )
  const entries = [...ofBuds.map(datesOfBud), ...ofCircles.map(datesOfCircle)]
  const byId = new Map(entries.map((one) => [one._id, one]))
  return marks.flatMap((mark) => {
    const found = byId.get(mark.recordId)
    return found ? [{ mark, entries: found }] : []
  })
}

const fileOf = (id: string, n: number) => `${id}-${n}.ics`

const resourcesOf = ({ mark, entries }: Dated) =>
  entries.dates.map(({ id }) => ({ file: fileOf(mark.recordId, id), etag: etagOfMark(mark.n) }))

const contentsOf = (dated: Dated): StoredResource[] =>
  dated.entries.dates.map((date, n) => ({
    ...(resourcesOf(dated)[n] as StoredResource),
    content:
      linesOf(['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Budkeeper//Sync//EN']) +
      dateEntry(dated.entries, date) +
      linesOf(['END:VCALENDAR']),
  }))

/** A changed bud or circle reports all its dates as changed, and the numbers that it may have had as gone. */
async function changesSince(device: Device, since: number) {
  const found = await marksSince(device, types, since)
  if (!found) return null
  const resources = (await datedOf(device, found.changed)).flatMap(resourcesOf)
  const there = new Set(resources.map(({ file }) => file))
  const gone = [...found.changed, ...found.gone].flatMap(numbersOf).filter((file) => !there.has(file))
  return { changed: resources, gone, state: found.state }
}

const numbersOf = ({ type, recordId }: Mark) =>
  Array.from({ length: type === 'bud' ? dateKind.limit : milestoneLimit }, (_, n) => fileOf(recordId, n + 1))

type InstantRange = { from: Date | null; to: Date | null }

async function* pagesOf(device: Device, range: InstantRange | undefined) {
  const { marks } = await listMarks(device, types)
  for (let n = 0; n < marks.length; n += pageSize) {
    const dated = await datedOf(device, marks.slice(n, n + pageSize))
    yield dated
      .map(({ mark, entries }) => ({
        mark,
        entries: { ...entries, dates: entries.dates.filter((date) => isWithin(date, device, range)) },
      }))
      .flatMap(contentsOf)
  }
}

const dayLength = 86_400_000

/** Whether the day comes in a range, by the clocks of the owner. 29 February is the last day of the month. */
function isWithin({ month, day }: { month: number; day: number }, { zone }: Device, range?: InstantRange) {
  if (!range?.from || !range.to) return true
  const [from, to] = [range.from, range.to].map((instant) => wallClockAt(instant, zone)) as [string, string]
  const [first, end] = [Date.parse(`${from.slice(0, 10)}Z`), Date.parse(`${to}Z`)]
  if (end - first > 366 * dayLength) return true
  for (let time = first; time < end; time += dayLength) {
    const date = new Date(time)
    const isLast = month === 2 && day === 29 && new Date(time + dayLength).getUTCDate() === 1
    if (date.getUTCMonth() + 1 === month && (date.getUTCDate() === day || isLast)) return true
  }
  return false
}
