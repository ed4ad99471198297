import { setImmediate } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { db } from '~/base/db/db.server'
import { wallClockText } from '~/base/db/fragments.server'
import { jsonRows } from '~/base/db/json-rows.server'
import { env } from '~/base/node/env.server'
import {
  type DatedBud,
  type DatedCircle,
  dateEntries,
  datesOfBud,
  datesOfCircle,
  optionalText,
  stamp,
} from '~/events/calendar/date-entries.server'
import { uidOf } from '~/events/calendar/ical.server'
import { line, linesOf, shortLine, textLine } from '~/events/calendar/ical-lines.server'
import { seriesProperties, takenOutProperties, zoneBlock } from '~/events/calendar/ical-series.server'
import { utcSpans } from '~/events/calendar/utc-times.server'
import { eventListColumns } from '~/events/events/events.server'
import { fullName } from '~/people/buds/bud'
import type { BudName } from '~/people/buds/bud-input.server'
import { isListed } from '~/people/buds/buds.server'
import { listedBuds } from '~/people/buds/selected-buds.server'
import { buds, circles, eventBuds, events } from '~drizzle/schema'
import { feedNames } from './feed'
import { hasDates, hasEvents, isInFeed, isSeriesInFeed, type OpenFeed } from './open-feed.server'

/** A calendar needs a component (RFC 5545, section 3.6), so an empty one has a time zone that nothing uses. */
const placeholder = linesOf([
  'BEGIN:VTIMEZONE',
  'TZID:Etc/UTC',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0000',
  'END:STANDARD',
  'END:VTIMEZONE',
])

/** Other calendars load the feed again after an hour. */
const header = (name: string) =>
  linesOf([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Budkeeper//Feed//EN',
    'METHOD:PUBLISH',
    `NAME:${name}`,
    `X-WR-CALNAME:${name}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
  ])

/** A few milliseconds of work. */
const entriesAtOnce = 250

/** The document of a feed (product 24). It changes only with what it shows, because its ETag does. */
export async function* writeFeed(feed: OpenFeed) {
  yield Buffer.from(header(feedNames[feed.kind]))
  let isEmpty = true
  for await (const entries of entryPages(feed)) {
    yield await documentOf(entries)
    isEmpty &&= entries.length === 0
  }
  if (isEmpty) yield Buffer.from(placeholder)
  yield Buffer.from(shortLine('END:VCALENDAR'))
}

/** The entries of a page. Lets other requests run meanwhile. */
async function documentOf(entries: (() => string)[]) {
  const parts: Buffer[] = []
  for (let n = 0; n < entries.length; n += entriesAtOnce) {
    const some = entries.slice(n, n + entriesAtOnce)
    parts.push(Buffer.from(some.map((entry) => entry()).join('')))
    await setImmediate()
  }
  return Buffer.concat(parts)
}

async function* entryPages(feed: OpenFeed) {
  const spanInUtc = utcSpans(feed.zone)
  if (hasEvents(feed))
    for await (const page of eventPages(feed))
      yield page.map((event) => () => eventEntry(event, utcTimes(spanInUtc(event))))
  if (hasEvents(feed)) yield* seriesEntries(feed)
  if (!hasDates(feed)) return
  for await (const page of budPages(feed)) yield page.map((bud) => () => dateEntries(datesOfBud(bud)))
  for await (const page of circlePages(feed)) yield page.map((one) => () => dateEntries(datesOfCircle(one)))
}

const utcTimes = ({ start, end }: { start: string; end: string | null }) =>
  shortLine(`DTSTART:${start}`) + (end ? shortLine(`DTEND:${end}`) : '')

/** The series, after the component of their zone. */
async function* seriesEntries(feed: OpenFeed) {
  const block = zoneBlock(feed.zone)
  let isFirst = true
  for await (const page of seriesPages(feed)) {
    if (isFirst && block && page.length > 0) yield [() => block]
    isFirst = false
    yield page.map((series) => () => seriesEntry(series, feed.zone))
  }
}

function seriesEntry(series: FeedSeries, zone: string) {
  const replaced = series.takenOut.map(({ occurrence }) => occurrence ?? '')
  const entries = series.takenOut.map((event) =>
    eventEntry({ ...event, uid: series._id }, linesOf(takenOutProperties(event, zone))),
  )
  return eventEntry(series, linesOf(seriesProperties(series, replaced, zone))) + entries.join('')
}

const eventColumns = {
  _id: events._id,
  Name: events.Name,
  Location: events.Location,
  Description: events.Description,
  Eventtype: events.Eventtype,
  startDate: wallClockText(events.startDate),
  endDate: wallClockText(events.endDate),
  stamp: stamp(events.createdAt),
}
const { buds: attendees, totalBuds } = eventListColumns

type FeedEvent = Record<'_id' | 'Name' | 'Location' | 'Description' | 'Eventtype', string> &
  Record<'startDate' | 'endDate' | 'stamp', string> & { buds?: BudName[]; totalBuds?: number }
type FeedSeries = FeedEvent & {
  repeat: string | null
  skipped: string[]
  takenOut: (FeedEvent & { occurrence: string | null })[]
}

const taken = alias(events, 'taken')
const takenColumns = {
  _id: taken._id,
  Name: taken.Name,
  Location: taken.Location,
  Description: taken.Description,
  Eventtype: taken.Eventtype,
  startDate: wallClockText(taken.startDate),
  endDate: wallClockText(taken.endDate),
  stamp: stamp(taken.createdAt),
  occurrence: wallClockText(taken.occurrence),
}

const seriesPages = (feed: OpenFeed) =>
  pages<FeedSeries>((last) => {
    const isNext = last && sql`and ${events._id} > ${last._id}::uuid`
    const takenOut = jsonRows(
      feed.names ? { ...takenColumns, ...listedBuds(eventBuds, taken) } : takenColumns,
      sql`from ${events} taken where taken.owner_id = ${events.ownerId} and taken.series = ${events._id}`,
      sql`taken.occurrence, taken.id`,
    )
    const columns = { ...eventColumns, repeat: events.repeat, skipped: events.skipped, takenOut }
    return jsonRows(
      feed.names ? { ...columns, buds: attendees, totalBuds } : columns,
      sql`from (
        select * from ${events} where ${isSeriesInFeed(feed)} ${isNext} order by ${events._id} limit ${pageSize}
      ) ${events}`,
      sql`${events._id}`,
    ) as unknown as SQL<FeedSeries[]>
  })

const { ownerId, _id, Name, Location, Description, Eventtype, startDate, endDate, createdAt } = events
/** Without the others, such as the text of searches, the rows are sorted faster. */
const usedColumns = sql.join(
  [ownerId, _id, Name, Location, Description, Eventtype, startDate, endDate, createdAt],
  sql`, `,
)
const byStart = sql`${startDate}, ${_id}`

const eventPages = (feed: OpenFeed) =>
  pages<FeedEvent>((last) => {
    // The first condition lets the database skip what the pages before have.
    const isNext =
      last &&
      sql`and ${startDate} >= ${last.startDate}::timestamp and (${byStart}) > (${last.startDate}::timestamp, ${last._id}::uuid)`
    return jsonRows(
      feed.names ? { ...eventColumns, buds: attendees, totalBuds } : eventColumns,
      sql`from (
        select ${usedColumns} from ${events} where ${isInFeed(feed)} ${isNext} order by ${byStart} limit ${pageSize}
      ) ${events}`,
      byStart,
    )
  })

const budColumns = {
  _id: buds._id,
  Firstname: buds.Firstname,
  Surname: buds.Surname,
  dates: buds.dates,
  stamp: stamp(buds.createdAt),
}

const budPages = ({ ownerId }: OpenFeed) =>
  pages<DatedBud>((last) => {
    const isNext = last && sql`and ${buds._id} > ${last._id}::uuid`
    return jsonRows(
      budColumns,
      sql`from (
        select * from ${buds} where ${buds.ownerId} = ${ownerId} and ${buds.dates} <> '[]' and ${isListed} ${isNext}
        order by ${buds._id} limit ${pageSize}
      ) ${buds}`,
      sql`${buds._id}`,
    )
  })

const circleColumns = {
  _id: circles._id,
  Name: circles.Name,
  milestones: circles.milestones,
  stamp: stamp(circles.createdAt),
}

const circlePages = ({ ownerId }: OpenFeed) =>
  pages<DatedCircle>((last) => {
    const isNext = last && sql`and ${circles._id} > ${last._id}::uuid`
    return jsonRows(
      circleColumns,
      sql`from (
        select * from ${circles} where ${circles.ownerId} = ${ownerId} and ${circles.milestones} <> '[]' ${isNext}
        order by ${circles._id} limit ${pageSize}
      ) ${circles}`,
      sql`${circles._id}`,
    )
  })

const pageSize = 2_500

/**
 * Lists of rows in pages, so that an account of any size needs little memory. A page is read as one JSON value, which is
 * faster than rows, while the page before is written and sent.
 */
async function* pages<Row>(rowsAfter: (last: Row | undefined) => SQL<Row[]>) {
  const read = async (last?: Row) => {
    const [page] = await db.select({ rows: rowsAfter(last) }).from(sql`(values (1)) one`)
    return page?.rows ?? []
  }
  for (let next: Promise<Row[]> | undefined = read(); next; ) {
    const rows: Row[] = await next
    next = rows.length === pageSize ? read(rows.at(-1)) : undefined
    // An error is thrown when the page is awaited. If the client is gone, nobody awaits it.
    next?.catch(() => undefined)
    yield rows
  }
}

/** `times` are the lines of its times and of its rule. What was taken out of a series has the `uid` of the series. */
function eventEntry({ uid, ...event }: FeedEvent & { uid?: string }, times: string) {
  return (
    shortLine('BEGIN:VEVENT') +
    shortLine(`UID:${uidOf(uid ?? event._id)}`) +
    shortLine(`DTSTAMP:${event.stamp}`) +
    times +
    textLine('SUMMARY', event.Name) +
    textLine('LOCATION', event.Location) +
    optionalText('DESCRIPTION', [event.Description, attendeesOf(event)]) +
    shortLine(`CATEGORIES:${event.Eventtype}`) +
    line(`URL:${env.APP_URL}/dashboard/Event/${event._id}`) +
    shortLine('END:VEVENT')
  )
}

function attendeesOf({ buds: shown = [], totalBuds = 0 }: FeedEvent) {
  if (shown.length === 0) return ''
  const more = totalBuds > shown.length ? ` and ${totalBuds - shown.length} more` : ''
  return `With ${shown.map(fullName).join(', ')}${more}`
}
