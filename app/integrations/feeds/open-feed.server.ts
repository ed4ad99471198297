import { and, eq, gt, isNull, ne, or, sql } from 'drizzle-orm'
import { clock } from '~/base/db/clock.server'
import { db } from '~/base/db/db.server'
import { isLink } from '~/base/links/links.server'
import { etagOf } from '~/base/node/etag.server'
import { overlapping, seriesOverlapping } from '~/events/events/event-range.server'
import { defaultTimeZone } from '~/planning/reminders/settings'
import { buds, circles, events, feeds, links, users } from '~drizzle/schema'

/** Events that overlap the days from a year ago to in two years, by the time zone of the owner. */
const today = sql`owner_now(${users._id})::date`
const from = sql<string>`(${today} - interval '1 year')::text`
const to = sql<string>`(${today} + interval '2 years' + interval '1 day')::text`

/** What the address of a feed opens, in one statement. Undefined for a token that opens nothing, or has expired. */
export async function findFeed(token: string) {
  const [feed] = await db
    .select({
      _id: feeds._id,
      kind: feeds.kind,
      names: feeds.names,
      lastUsedOn: feeds.lastUsedOn,
      ownerId: users._id,
      zone: sql<string>`coalesce(${users.timeZone}, ${defaultTimeZone})`,
      from,
      to,
    })
    .from(links)
    .innerJoin(users, and(eq(users._id, links.userId), isNull(users.endedAt)))
    .innerJoin(feeds, and(eq(feeds.userId, users._id), sql`${feeds._id}::text = ${links.about}`))
    .where(and(isLink('feeds', token), or(isNull(feeds.expiresAt), gt(feeds.expiresAt, clock.now()))))
  return feed
}

/** Records the day, in UTC. If several calendars load the feed first on a day, one of them writes. */
export async function recordUse({ _id, lastUsedOn }: OpenFeed) {
  const today = clock.now().toISOString().slice(0, 10)
  if (lastUsedOn === today) return
  const isFirst = or(isNull(feeds.lastUsedOn), ne(feeds.lastUsedOn, today))
  await db
    .update(feeds)
    .set({ lastUsedOn: today })
    .where(and(eq(feeds._id, _id), isFirst))
}

export type OpenFeed = NonNullable<Awaited<ReturnType<typeof findFeed>>>

export const hasEvents = ({ kind }: OpenFeed) => kind !== 'dates'
export const hasDates = ({ kind }: OpenFeed) => kind !== 'events'

const rangeOf = ({ ownerId, from, to }: OpenFeed) => ({
  owner: sql`${ownerId}::uuid`,
  from: sql`${from}::timestamp`,
  to: sql`${to}::timestamp`,
})

/** SQL condition: the series is in the feed. */
export const isSeriesInFeed = (feed: OpenFeed) => seriesOverlapping(rangeOf(feed))

/** The series in the feed. What was taken out of them is part of them. */
const seriesInFeed = (feed: OpenFeed) =>
  sql`(select ${events._id} from ${events} where ${isSeriesInFeed(feed)})`

/** SQL condition: the event is in the feed by itself. */
export const isInFeed = (feed: OpenFeed) =>
  sql`${overlapping(rangeOf(feed))} and (${events.series} is null or ${events.series} not in ${seriesInFeed(feed)})`

/** The format of the document. A change of it must change all ETags. */
const format = 4

/**
 * The ETag of a feed, from the versions of all that it shows, so that a response without changes reads no record. The
 * versions of buds cover their dates, their names, and attendees that were deleted. Those of circles cover milestones.
 */
export async function etagOfFeed(feed: OpenFeed) {
  const isShown = sql`(${isInFeed(feed)}) or (${isSeriesInFeed(feed)})
    or (${events.ownerId} = ${feed.ownerId} and ${events.series} in ${seriesInFeed(feed)})`
  const ofEvents = sql`(select md5(string_agg(${events.version}::text, ',' order by ${events.version})) from ${events} where ${isShown})`
  const ofBuds = sql`(select md5(string_agg(${buds.version}::text, ',' order by ${buds.version})) from ${buds} where ${buds.ownerId} = ${feed.ownerId})`
  const ofCircles = sql`(select md5(string_agg(${circles.version}::text, ',' order by ${circles.version})) from ${circles}
    where ${circles.ownerId} = ${feed.ownerId} and ${circles.milestones} <> '[]')`
  const none = sql`''`
  const [hashes] = await db
    .select({
      events: sql<string | null>`${hasEvents(feed) ? ofEvents : none}`,
      buds: sql<string | null>`${hasDates(feed) || feed.names ? ofBuds : none}`,
      circles: sql<string | null>`${hasDates(feed) ? ofCircles : none}`,
    })
    .from(sql`(values (1)) one`)
  const { _id, kind, names, zone } = feed
  return etagOf(JSON.stringify([format, _id, kind, names, zone, hashes]))
}
