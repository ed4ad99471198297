import { eq } from 'drizzle-orm'
import { clock } from '~/base/db/clock.server'
import { db } from '~/base/db/db.server'
import {
  buds,
  circleBuds,
  circles,
  eventBuds,
  events,
  interactionBuds,
  interactions,
  users,
} from '~drizzle/schema'
import { everyStart } from '../../support/random-rules'

/**
 * A model of the contact status: derives all of it from the records of an owner by brute force, without SQL functions,
 * triggers or stored results.
 */

const dayLength = 86_400_000

/** The wall-clock time of a zone, `YYYY-MM-DDTHH:mm`. UTC if the zone is unknown. */
export function wallClockIn(zone: string | null, at: Date): string {
  try {
    const format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone ?? 'UTC',
      dateStyle: 'short',
      timeStyle: 'short',
    })
    return format.format(at).replace(' ', 'T')
  } catch {
    return wallClockIn('UTC', at)
  }
}

export const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * dayLength).toISOString().slice(0, 10)
export const daysBetween = (first: string, last: string) => (Date.parse(last) - Date.parse(first)) / dayLength

export type Contact = { on: string; id: string; title: string }
type Status = {
  _id: string
  lastContactOn: string | null
  dueOn: string | null
  cadenceDays: number | null
  last: Contact | undefined
}

/** The status of each bud of an owner, by the ids of the buds. */
export async function modelOf(ownerId: string) {
  const rowsOf = async <T extends typeof circleBuds | typeof eventBuds | typeof interactionBuds>(table: T) =>
    db
      .select()
      .from(table as typeof circleBuds)
      .where(eq(table.ownerId, ownerId))
  const [owner] = await db.select().from(users).where(eq(users._id, ownerId))
  const zone = owner?.timeZone ?? null
  const now = wallClockIn(zone, clock.now())
  const [ownBuds, ownCircles, ownEvents, ownInteractions] = [
    await db.select().from(buds).where(eq(buds.ownerId, ownerId)),
    await db.select().from(circles).where(eq(circles.ownerId, ownerId)),
    await db.select().from(events).where(eq(events.ownerId, ownerId)),
    await db.select().from(interactions).where(eq(interactions.ownerId, ownerId)),
  ]
  const links = [
    ...(await rowsOf(circleBuds)),
    ...(await rowsOf(eventBuds)),
    ...(await rowsOf(interactionBuds)),
  ]
  const isOf = (budId: string, recordId: string) =>
    links.some((link) => link.budId === budId && link.recordId === recordId)

  const statusOf = ({ _id, cadenceDays: own, snoozedUntil, createdAt }: (typeof ownBuds)[number]): Status => {
    const contacts: Contact[] = []
    for (const { _id: id, kind, on, note } of ownInteractions) {
      const [line = ''] = note.split('\n')
      const title =
        line || (kind === 'other' ? 'Contact' : kind.replace(/^./, (first) => first.toUpperCase()))
      if (kind !== 'note' && isOf(_id, id)) contacts.push({ on, id, title })
    }
    for (const { _id: id, Name, ...times } of ownEvents)
      for (const endDate of isOf(_id, id) ? endsOf(times, now) : [])
        if (endDate <= now) contacts.push({ on: endDate.slice(0, 10), id, title: Name })
    const last = contacts.sort((a, b) => (`${a.on} ${a.id}` < `${b.on} ${b.id}` ? 1 : -1))[0]
    const ofCircles = ownCircles
      .filter((circle) => isOf(_id, circle._id))
      .flatMap(({ cadenceDays }) => cadenceDays ?? [])
    const cadenceDays = own ?? (ofCircles.length > 0 ? Math.min(...ofCircles) : null)
    const from = last?.on ?? wallClockIn(zone, createdAt).slice(0, 10)
    const dueOn =
      cadenceDays === null ? null : ([addDays(from, cadenceDays), snoozedUntil ?? ''].sort().at(-1) ?? null)
    return { _id, lastContactOn: last?.on ?? null, dueOn, cadenceDays, last }
  }
  return { today: now.slice(0, 10), statuses: ownBuds.map(statusOf) }
}

/** The ends of an event, or of the occurrences of a series that begin before `now`. */
function endsOf({ startDate, endDate, repeat, skipped }: Times, now: string) {
  if (repeat === null) return [endDate]
  const length = Date.parse(`${endDate}Z`) - Date.parse(`${startDate}Z`)
  const ends: string[] = []
  for (const start of everyStart(repeat, startDate, Number(now.slice(0, 4)) + 1)) {
    if (start > now) break
    if (!skipped.includes(start))
      ends.push(new Date(Date.parse(`${start}Z`) + length).toISOString().slice(0, 16))
  }
  return ends
}
type Times = Pick<typeof events.$inferSelect, 'startDate' | 'endDate' | 'repeat' | 'skipped'>

/** Today's overdue buds: the most overdue in proportion to their cadence first. */
export function overdueIn({ today, statuses }: Awaited<ReturnType<typeof modelOf>>) {
  const urgency = ({ dueOn, cadenceDays }: Status) => daysBetween(dueOn ?? '', today) / (cadenceDays ?? 1)
  return statuses
    .filter(({ dueOn }) => dueOn !== null && dueOn < today)
    .sort((a, b) => urgency(b) - urgency(a) || (`${a.dueOn} ${a._id}` < `${b.dueOn} ${b._id}` ? -1 : 1))
    .map(({ _id, dueOn, cadenceDays, lastContactOn, last }) => ({
      _id,
      dueOn,
      cadenceDays,
      lastContactOn,
      reason: reasonFor(cadenceDays, last, today),
    }))
}

function reasonFor(cadenceDays: number | null, last: Contact | undefined, today: string) {
  const every = cadenceDays === 1 ? 'every day' : `every ${cadenceDays} days`
  if (!last) return `${every}, not in touch yet`
  const on = new Date(last.on).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
    ...(last.on.slice(0, 4) === today.slice(0, 4) ? {} : { year: 'numeric' }),
  })
  return `${every}, last on ${on}: ${last.title}`
}
