import { setImmediate } from 'node:timers/promises'
import { and, eq, gt, type SQL, sql } from 'drizzle-orm'
import ical, { ICalCalendarMethod } from 'ical-generator'
import { fullName } from '~/buds/bud'
import { type BudDate, months } from '~/buds/contact'
import { firstDayOf, printable, uidOf, yearlyRule } from '~/calendar/ical.server'
import { db } from '~/db/db.server'
import { eventListColumns } from '~/events/events.server'
import { env } from '~/http/env.server'
import { buds, events } from '~drizzle/schema'
import { feedNames } from './feed'
import { icalLines, textLine } from './ical-lines'
import { hasDates, hasEvents, isInFeed, type OpenFeed } from './open-feed.server'
import { utcText, utcTimes } from './utc-times.server'

/** A calendar needs a component (RFC 5545, section 3.6), so an empty one has a time zone that nothing uses. */
const placeholder = icalLines([
  ...['BEGIN:VTIMEZONE', 'TZID:Etc/UTC', 'BEGIN:STANDARD', 'DTSTART:19700101T000000'],
  ...['TZOFFSETFROM:+0000', 'TZOFFSETTO:+0000', 'END:STANDARD', 'END:VTIMEZONE'],
])

/** A few milliseconds of work. */
const entriesAtOnce = 500
const secondsToNextLoad = 3_600

/** The document of a feed (product 24). It changes only with what it shows, because its ETag does. */
export async function* writeFeed(feed: OpenFeed) {
  const method = ICalCalendarMethod.PUBLISH
  const prodId = '//Budkeeper//Feed//EN'
  const empty = ical({ name: feedNames[feed.kind], prodId, method, ttl: secondsToNextLoad }).toString()
  const end = empty.lastIndexOf('END:VCALENDAR')
  yield Buffer.from(empty.slice(0, end))
  let isEmpty = true
  for await (const entries of entryPages(feed))
    for (let n = 0; n < entries.length; n += entriesAtOnce) {
      yield Buffer.from(
        entries
          .slice(n, n + entriesAtOnce)
          .map(icalLines)
          .join(''),
      )
      isEmpty = false
      await setImmediate()
    }
  if (isEmpty) yield Buffer.from(placeholder)
  yield Buffer.from(`${empty.slice(end)}\r\n`)
}

async function* entryPages(feed: OpenFeed) {
  const toUtc = utcTimes(feed.zone)
  if (hasEvents(feed))
    for await (const page of eventPages(feed)) yield page.map((event) => eventEntry(event, toUtc))
  if (hasDates(feed)) for await (const page of budPages(feed)) yield page.flatMap(dateEntries)
}

const { _id, Name, Location, Description, Eventtype, startDate, endDate, createdAt } = events
const eventColumns = { _id, Name, Location, Description, Eventtype, startDate, endDate, createdAt }
const { buds: attendees, totalBuds } = eventListColumns

type FeedEvent = { [Name in keyof typeof eventColumns]: (typeof eventColumns)[Name]['_']['data'] } & {
  buds?: { Firstname: string; Surname: string }[]
  totalBuds?: number
}

const eventPages = (feed: OpenFeed) =>
  pages(
    (after: FeedEvent | undefined): Promise<FeedEvent[]> =>
      db
        .select(feed.names ? { ...eventColumns, buds: attendees, totalBuds } : eventColumns)
        .from(events)
        .where(
          and(
            isInFeed(feed),
            after && sql`(${startDate}, ${_id}) > (${after.startDate}::timestamp, ${after._id})`,
          ),
        )
        .orderBy(startDate, _id)
        .limit(pageSize),
  )

const budColumns = {
  _id: buds._id,
  Firstname: buds.Firstname,
  Surname: buds.Surname,
  dates: buds.dates,
  createdAt: buds.createdAt,
}
type FeedBud = { [Name in keyof typeof budColumns]: (typeof budColumns)[Name]['_']['data'] }

const budPages = ({ ownerId }: OpenFeed) =>
  pages((after: FeedBud | undefined): Promise<FeedBud[]> => {
    const isNext: SQL | undefined = after && gt(buds._id, after._id)
    return db
      .select(budColumns)
      .from(buds)
      .where(and(eq(buds.ownerId, ownerId), sql`${buds.dates} <> '[]'`, isNext))
      .orderBy(buds._id)
      .limit(pageSize)
  })

const pageSize = 5_000

/** Lists of rows in pages, so that an account of any size needs little memory. */
async function* pages<Row>(read: (after: Row | undefined) => Promise<Row[]>) {
  let rows: Row[] = []
  do {
    rows = await read(rows.at(-1))
    yield rows
  } while (rows.length === pageSize)
}

function eventEntry(event: FeedEvent, toUtc: (wallClock: string) => string) {
  const [start, end] = [toUtc(event.startDate), toUtc(event.endDate)]
  return entryOf([
    `UID:${uidOf(event._id)}`,
    `DTSTAMP:${utcText(event.createdAt)}`,
    `DTSTART:${start}`,
    // An end must be later than the start.
    ...(end > start ? [`DTEND:${end}`] : []),
    textLine('SUMMARY', printable(event.Name)),
    textLine('LOCATION', printable(event.Location)),
    ...optionalText('DESCRIPTION', [event.Description, attendeesOf(event)]),
    `CATEGORIES:${event.Eventtype}`,
    `URL:${env.APP_URL}/dashboard/EditEvent/${event._id}`,
  ])
}

function attendeesOf({ buds: shown = [], totalBuds = 0 }: FeedEvent) {
  if (shown.length === 0) return ''
  const more = totalBuds > shown.length ? ` and ${totalBuds - shown.length} more` : ''
  return `With ${shown.map(fullName).join(', ')}${more}`
}

const dateEntries = ({ dates, ...bud }: FeedBud) =>
  dates.map((date, n) =>
    entryOf([
      `UID:${uidOf(`${bud._id}-${n + 1}`)}`,
      `DTSTAMP:${utcText(bud.createdAt)}`,
      `DTSTART;VALUE=DATE:${firstDayOf(notTooEarly(date)).replaceAll('-', '')}`,
      `RRULE:${yearlyRule(date)}`,
      textLine('SUMMARY', printable(`${fullName(bud)}: ${date.label}`)),
      ...optionalText('DESCRIPTION', date.year ? [`${date.day} ${months[date.month - 1]} ${date.year}`] : []),
      'TRANSP:TRANSPARENT',
      `URL:${env.APP_URL}/dashboard/Bud/${bud._id}`,
    ]),
  )

/** Some calendars do not show entries that begin earlier. */
const firstYear = 1970
const notTooEarly = (date: BudDate) => ({ ...date, year: date.year && Math.max(date.year, firstYear) })

const optionalText = (name: string, texts: string[]) => {
  const text = texts.filter(Boolean).join('\n\n')
  return text ? [textLine(name, printable(text))] : []
}

const entryOf = (lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']
