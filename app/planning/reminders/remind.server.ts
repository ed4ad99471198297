import { asc, lte, sql } from 'drizzle-orm'
import { isVerified } from '~/account/users/user'
import { clock } from '~/base/db/clock.server'
import { type Db, db, isEmbedded } from '~/base/db/db.server'
import { untilNoneLeft } from '~/base/db/locked-rows.server'
import type { NewMail } from '~/base/mail/mail-kinds.server'
import { enqueue, flushOutbox } from '~/base/mail/outbox.server'
import { day as dayLength } from '~/base/node/durations'
import { log } from '~/base/node/log.server'
import { countEndedEvents } from '~/planning/today/contact-status.server'
import { users } from '~drizzle/schema'
import { type DigestRequest, digestContents } from './digest-content.server'
import { digestDay, nextDigest } from './digest-time'
import { defaultTimeZone } from './settings'

/** The embedded database runs in this process, so long transactions would delay requests. */
const batchSize = isEmbedded ? 50 : 500

/** Counts of a run of the job. `due` are the users whose digest was due, `digests` those with something to say. */
export type ReminderSummary = { due: number; digests: number; mails: number }

/**
 * The reminder job (product 19.3): enqueues the digests that are due, and flushes the outbox. Each batch is one
 * transaction with its mails, so the job may be killed and repeated, and several processes share the batches.
 */
export async function remind(): Promise<ReminderSummary> {
  await countEndedEvents()
  const summary = { due: 0, digests: 0, mails: 0 }
  for (let batch = await nextBatch(); batch.due > 0; ) {
    summary.due += batch.due
    summary.digests += batch.digests
    // While the mails of a batch are sent, the database computes the next one.
    const [next, sent] = await Promise.all([nextBatch(), flushOutbox()])
    summary.mails += sent
    batch = next
  }
  summary.mails += await flushOutbox()
  log.info(summary, 'reminders sent')
  return summary
}

/** Enqueues a batch, also of users whose rows are locked for a moment. */
const nextBatch = () =>
  untilNoneLeft(
    enqueueBatch,
    ({ due }) => due > 0,
    () => db.$count(users, isDue(clock.now())),
  )

/** Sets when the digest of each user is due next, and enqueues the digest of this time unless it is too late for it. */
async function enqueueBatch() {
  return db.transaction(async (tx) => {
    const now = clock.now()
    const due = await selectDue(tx, now)
    if (due.length === 0) return { due: 0, digests: 0 }
    const times = timesOfAll(due, now)
    await setNext(tx, due, times)
    const isSendable = (n: number) => isVerified(due[n] as Due) && times[n]?.isInTime
    const requests = due.flatMap((user, n) => (isSendable(n) ? requestOf(user, times[n] as Times) : []))
    const contents = await digestContents(requests, tx)
    const mails = due.flatMap((user, n): NewMail[] => {
      const content = contents.get(user._id)
      const { today, until } = times[n] as Times
      if (!content) return []
      const { _id: userId, digest, digestHour, digestWeekday } = user
      const timeZone = user.timeZone ?? defaultTimeZone
      const details = { ...content, today, until, digest, digestHour, digestWeekday, timeZone }
      return [{ kind: 'digest', userId, about: today, details }]
    })
    await enqueue(tx, mails)
    return { due: due.length, digests: mails.length }
  })
}

const isDue = (now: Date) => lte(users.nextDigestAt, now)

/** Inserts of the user's records do not wait for these locks. */
function selectDue(tx: Db, now: Date) {
  const { _id, Email, verifiedEmail, timeZone, digest, digestHour, digestWeekday, leadDays, nextDigestAt } =
    users
  return tx
    .select({
      _id,
      Email,
      verifiedEmail,
      timeZone,
      digest,
      digestHour,
      digestWeekday,
      leadDays,
      nextDigestAt,
    })
    .from(users)
    .where(isDue(now))
    .orderBy(asc(nextDigestAt))
    .limit(batchSize)
    .for('no key update', { skipLocked: true })
}

type Due = Awaited<ReturnType<typeof selectDue>>[number]

/** When the digest is due next, and the day and end of the one that is due now. */
function timesOf(user: Due, now: Date) {
  const { today, until } = digestDay(user.nextDigestAt ?? now, user.timeZone)
  const current = digestDay(now, user.timeZone)
  // After an outage, the digest of the current day may still be sent.
  const after = today < current.today ? new Date(current.start.getTime() - 1) : now
  return { next: nextDigest(after, user), today, until: until.toISOString(), isInTime: now < until }
}

type Times = ReturnType<typeof timesOf>

/** Computes the times once for all users with the same schedule, because time zones are slow. */
function timesOfAll(due: Due[], now: Date) {
  const known = new Map<string, Times>()
  return due.map((user) => {
    const { timeZone, digest, digestHour, digestWeekday, nextDigestAt } = user
    const key = [timeZone, digest, digestHour, digestWeekday, nextDigestAt?.getTime()].join()
    const times = known.get(key) ?? timesOf(user, now)
    known.set(key, times)
    return times
  })
}

async function setNext(tx: Db, due: Due[], times: Times[]) {
  const rows = JSON.stringify(due.map(({ _id }, n) => ({ id: _id, next: times[n]?.next })))
  await tx.execute(sql`update users set next_digest_at = due.next
    from json_to_recordset(${rows}::json) as due (id uuid, next timestamptz) where users.id = due.id`)
}

/** A weekly digest has the dates and events of at least seven days, today included. */
function requestOf({ _id: userId, digest, leadDays }: Due, { today }: Times): DigestRequest {
  const daysOfPeriod = digest === 'weekly' ? 6 : 0
  return {
    userId,
    today,
    lastDate: plusDays(today, Math.max(leadDays, daysOfPeriod)),
    lastEvent: plusDays(today, daysOfPeriod),
  }
}

function plusDays(day: string, n: number) {
  return new Date(Date.parse(day) + n * dayLength).toISOString().slice(0, 10)
}
