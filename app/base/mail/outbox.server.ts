import { and, inArray, lt } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { clock } from '~/base/db/clock.server'
import { type Db, db } from '~/base/db/db.server'
import { timeOfId } from '~/base/db/ids'
import { claimDue, isAbandoned, isStillClaimed, queueNow, timeIn } from '~/base/db/queue.server'
import { makeLinks } from '~/base/links/links.server'
import { inBackground } from '~/base/node/background.server'
import { day, minute } from '~/base/node/durations'
import { log } from '~/base/node/log.server'
import { mails } from '~drizzle/schema'
import { findBounced } from './bounces.server'
import { maxBatchSize, type Outcome, sendMails, wasSent } from './delivery.server'
import type { Mail, MailUser } from './mail'
import { compose, findMailUsers, linkKindOf, type NewMail, registered, streamOf } from './mail-kinds.server'

type Row = typeof mails.$inferSelect
type ComposedMail = Row & { mail: Mail }

const retryDelays = [1, 5, 15, 60, 180, 360].map((minutes) => minutes * minute)
const maxAge = 3 * day
/** A process that takes longer for a batch is considered dead. */
const sendingTimeout = 2 * minute
const retention = 90 * day

/**
 * Stores mails in the outbox. Call it in the transaction that makes the change, and `flushOutboxInBackground` after the
 * commit. A user gets only one mail of a kind with the same `about`.
 */
export async function enqueue(writer: Db, newMails: NewMail[]) {
  if (newMails.length === 0) return
  const rows = newMails.map(({ about, ...mail }) => ({
    _id: uuid(),
    about: about ?? uuid(),
    at: queueNow,
    ...mail,
  }))
  await writer.insert(mails).values(rows).onConflictDoNothing()
}

export function flushOutboxInBackground() {
  inBackground('mails', async () => void (await flushOutbox()))
}

/**
 * Sends the due mails and returns the number sent. Concurrent processes never send the same mail, because a mail
 * is `sending` before it goes to Postmark.
 */
export async function flushOutbox() {
  registered()
  // A failure does not stop the mails that are due. The next flush tries the recovery again.
  await recoverInterrupted().catch((error) => log.error({ err: error }, 'interrupted mails not recovered'))
  let sent = 0
  for (let batch = await claimBatch(); batch.length > 0; batch = await claimBatch())
    sent += await sendBatch(batch)
  return sent
}

const claimBatch = () => claimDue(mails, maxBatchSize)

async function sendBatch(rows: Row[]) {
  const { composed, discarded, failed } = await composeBatch(rows)
  await finish(discarded, 'discarded')
  const outcomes = await sendMails(composed.map(({ _id: id, mail }) => ({ id, mail })))
  const withOutcome = (outcome: Outcome) => composed.filter((_, n) => outcomes[n] === outcome)
  await finish(withOutcome('sent'), 'sent')
  await finish(withOutcome('rejected'), 'discarded')
  for (const row of [...failed, ...withOutcome('failed')]) await retryLater(row)
  return withOutcome('sent').length
}

/** Discards mails that are out of date or to a bounced address. A mail that fails to compose does not stop others. */
async function composeBatch(rows: Row[]) {
  const usersById = await findMailUsers(rows.flatMap(({ userId }) => userId ?? []))
  const urls = await makeMailLinks(rows, usersById)
  const composed: ComposedMail[] = []
  const discarded: Row[] = []
  const failed: Row[] = []
  for (const row of rows) {
    const user = row.userId ? usersById.get(row.userId) : undefined
    const to = row.recipient ?? user?.Email
    const url = urls.get(row._id)
    const content = to ? await compose(row, user, url).catch((error) => logFailure(error, row)) : null
    const envelope = { Tag: row.kind, MessageStream: streamOf(row.kind) }
    if (to && content) composed.push({ ...row, mail: { To: to, ...envelope, ...content } })
    else if (content === undefined) failed.push(row)
    else discarded.push(row)
  }
  const bounced = await findBounced(composed.map(({ mail }) => mail.To.toLowerCase()))
  const isBounced = ({ mail }: ComposedMail) => bounced.has(mail.To.toLowerCase())
  return {
    composed: composed.filter((row) => !isBounced(row)),
    discarded: [...discarded, ...composed.filter(isBounced)],
    failed,
  }
}

/** The links of the mails whose kind has one, by mail id. Made when a mail is sent, so that no row contains a token. */
async function makeMailLinks(rows: Row[], usersById: Map<string, MailUser>) {
  const withLink = rows.flatMap(({ _id, kind, userId, recipient }) => {
    const [link, user] = [linkKindOf(kind), usersById.get(userId ?? '')]
    return link && user ? { _id, kind: link, userId: user._id, about: recipient ?? user.Email } : []
  })
  const urls = await makeLinks(withLink)
  return new Map(withLink.map(({ _id }, n) => [_id, urls[n]]))
}

function logFailure(err: unknown, { _id, kind }: Row): undefined {
  log.error({ err, mail: _id, tag: kind }, 'mail not composed')
}

/** Stores the final state of mails. Deletes their recipient and details, which may be personal data. */
async function finish(rows: Row[], state: 'sent' | 'discarded') {
  if (rows.length === 0) return
  const ids = rows.map(({ _id }) => _id)
  await db
    .update(mails)
    .set({ state, at: queueNow, recipient: null, details: {} })
    .where(inArray(mails._id, ids))
  for (const { _id, kind } of rows) log.info({ mail: _id, tag: kind }, `mail ${state}`)
}

async function retryLater(row: Row) {
  const age = clock.now().getTime() - timeOfId(row._id)
  if (age > maxAge) {
    log.error({ mail: row._id, tag: row.kind }, 'mail expired')
    return finish([row], 'discarded')
  }
  const delay = retryDelays[Math.min(row.attempts, retryDelays.length) - 1] ?? minute
  await db
    .update(mails)
    .set({ state: 'pending', at: timeIn(delay) })
    .where(isStillClaimed(mails, row))
}

/** Checks mails whose process died or got no response. Retries those that Postmark does not have. */
async function recoverInterrupted() {
  const interrupted = await db
    .select()
    .from(mails)
    .where(isAbandoned(mails, sendingTimeout))
    .limit(maxBatchSize)
  for (const row of interrupted) {
    if (await wasSent(row._id)) await finish([row], 'sent')
    else await retryLater(row)
  }
}

export async function deleteOldMails() {
  const before = new Date(clock.now().getTime() - retention)
  await db.delete(mails).where(and(inArray(mails.state, ['sent', 'discarded']), lt(mails.at, before)))
}
