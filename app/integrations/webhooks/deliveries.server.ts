import { and, eq, inArray, isNotNull, isNull, lt, lte, ne, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { enqueueNotice } from '~/account/accounts/notices.server'
import { deleteInBatches } from '~/base/db/batches.server'
import { clock } from '~/base/db/clock.server'
import { db, isEmbedded } from '~/base/db/db.server'
import { claimDue, isAbandoned, isDue, isStillClaimed, queueNow, timeIn } from '~/base/db/queue.server'
import { flushOutboxInBackground } from '~/base/mail/outbox.server'
import { inBackground, isStopping } from '~/base/node/background.server'
import { day, hour, minute, second } from '~/base/node/durations'
import { log } from '~/base/node/log.server'
import { webhookDeliveries, webhooks } from '~drizzle/schema'
import { box } from './secrets.server'
import { type Outcome, type SendOptions, send } from './send.server'
import { type OffReason, testType } from './webhook'

type Row = typeof webhookDeliveries.$inferSelect
type Receiver = typeof webhooks.$inferSelect

/** Between the attempts, about three days in all. */
const retryDelays = [5 * second, minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 12 * hour, day, day]
/** A process that takes longer for an attempt is considered dead. */
const sendingTimeout = 20 * second
/** A webhook is switched off when nothing has been delivered for so long. */
const patience = 5 * day
const retention = 30 * day

/** Webhooks to which this process delivers at the same time, and messages on their way to one of them. */
const maxReceivers = 50
const batchSize = 5
/** In milliseconds. After that, a webhook with more deliveries lets others go first. */
const longestTurn = 10 * second

/** The webhooks to which this process is delivering. */
const delivering = new Set<string>()
/** The webhooks that come after all others that are due, because they had a turn. */
const hadTurn = new Set<string>()

export type DeliveryOptions = SendOptions & {
  /** Other limits than those of this file, for tests. */
  maxReceivers?: number
  turn?: number
}

/** Only one process uses the embedded database, so attempts at its start are those of a process that has died. */
export async function releaseOldDeliveries() {
  if (isEmbedded) await retryInterrupted()
}

/**
 * Starts to deliver what is due, each webhook by itself, so that a slow receiver delays no other. Several processes may do
 * so at once.
 */
export async function startDeliveries({
  maxReceivers: most = maxReceivers,
  ...options
}: DeliveryOptions = {}) {
  await retryInterrupted(isAbandoned(webhookDeliveries, sendingTimeout))
  const free = most - delivering.size
  if (isStopping() || free <= 0) return
  for (const webhookId of await findDue(free)) {
    // A second call may have found the same webhook.
    if (delivering.has(webhookId)) continue
    delivering.add(webhookId)
    hadTurn.add(webhookId)
    inBackground('webhooks', () => deliverTo(webhookId, options).finally(() => delivering.delete(webhookId)))
  }
}

/** The webhooks with the oldest due messages: those that had a turn come after all others that are due. */
async function findDue(limit: number) {
  const due = await selectDue([...delivering, ...hadTurn], limit)
  if (due.length === limit || hadTurn.size === 0) return due
  if (due.length === 0) hadTurn.clear()
  return [...due, ...(await selectDue([...delivering, ...due], limit - due.length))]
}

async function selectDue(excluded: string[], limit: number) {
  const { webhookId, at } = webhookDeliveries
  const isFree = excluded.length > 0 ? notInArray(webhookId, excluded) : undefined
  const oldest = db
    .select({ webhookId })
    .from(webhookDeliveries)
    .where(and(isDue(webhookDeliveries), isFree))
    .orderBy(at)
    .limit(1_000)
    .as('oldest')
  const due = await db.selectDistinct({ webhookId: oldest.webhookId }).from(oldest).limit(limit)
  return due.map(({ webhookId }) => webhookId)
}

/** Whether it was received is unknown, so it is sent again: the id is the same. */
async function retryInterrupted(condition?: SQL) {
  await db
    .update(webhookDeliveries)
    .set({ state: 'pending', at: queueNow })
    .where(and(eq(webhookDeliveries.state, 'sending'), condition))
}

async function deliverTo(webhookId: string, { turn = longestTurn, ...options }: DeliveryOptions) {
  const until = performance.now() + turn
  while (!isStopping() && performance.now() < until) {
    const [webhook] = await db.select().from(webhooks).where(eq(webhooks._id, webhookId))
    if (!webhook) return void (await deleteInBatches(webhookDeliveries, isOf(webhookId)))
    if (webhook.offSince) await failPending(webhookId)
    const batch = await claimDue(webhookDeliveries, batchSize, isOf(webhookId))
    if (batch.length === 0) return
    await Promise.all(batch.map((delivery) => attempt(webhook, delivery, options)))
  }
}

const isOf = (webhookId: string) => eq(webhookDeliveries.webhookId, webhookId)

async function attempt(webhook: Receiver, delivery: Row, options?: SendOptions) {
  const secret = box.decrypt(webhook.secret, webhook._id)
  const { _id: id, type, createdAt: timestamp, recordId, changeId } = delivery
  const body = JSON.stringify({ type, timestamp, data: { _id: recordId, changeId } })
  const outcome = secret
    ? await send({ id, url: webhook.url, secret, body }, options)
    : { status: null, problem: 'The secret cannot be read' }
  const { status, problem } = outcome
  // The shutdown has aborted it.
  if (isStopping() && status === null) return void (await store(delivery, { state: 'pending' }))
  log.info({ delivery: id, webhook: webhook._id, type, status, problem }, 'webhook called')
  if (problem === null) await finishDelivered(webhook, delivery, outcome)
  else await finishFailed(webhook, delivery, outcome)
}

/** A delivered test switches the webhook on again. Of messages that were sent together, another one may have got a 410. */
async function finishDelivered({ _id }: Receiver, delivery: Row, outcome: Outcome) {
  await store(delivery, { ...outcome, state: 'delivered' })
  const { failingSince, offSince } = webhooks
  const on = delivery.type === testType ? { offSince: null, offReason: null } : {}
  await db
    .update(webhooks)
    .set({ failingSince: null, ...on })
    .where(and(eq(webhooks._id, _id), or(isNotNull(failingSince), isNotNull(offSince))))
}

async function finishFailed(webhook: Receiver, delivery: Row, outcome: Outcome) {
  const isTest = delivery.type === testType
  const isGone = outcome.status === 410
  const delay = isTest || isGone ? undefined : retryDelays[delivery.attempts - 1]
  if (!isTest) await countFailure(webhook)
  if (delay !== undefined) {
    await store(delivery, { ...outcome, state: 'pending' }, delay)
    return
  }
  await store(delivery, { ...outcome, state: 'failed' })
  if (isGone) await switchOff(webhook, 'gone')
  else if (!isTest) await switchOff(webhook, 'failing', new Date(clock.now().getTime() - patience))
}

const store = (delivery: Row, values: Partial<Omit<Row, 'at'>>, delay = 0) =>
  db
    .update(webhookDeliveries)
    .set({ ...values, at: timeIn(delay) })
    .where(isStillClaimed(webhookDeliveries, delivery))

async function countFailure({ _id }: Receiver) {
  await db
    .update(webhooks)
    .set({ failingSince: clock.now() })
    .where(and(eq(webhooks._id, _id), isNull(webhooks.failingSince)))
}

/** Switches a webhook off, and mails its owner. With `since`, only if nothing was delivered since then. */
async function switchOff({ _id, userId, name, url }: Receiver, reason: OffReason, since?: Date) {
  await db.transaction(async (tx) => {
    const isOn = and(eq(webhooks._id, _id), isNull(webhooks.offSince))
    const [off] = await tx
      .update(webhooks)
      .set({ offSince: clock.now(), offReason: reason })
      .where(and(isOn, since && lte(webhooks.failingSince, since)))
      .returning({ _id: webhooks._id })
    if (!off) return
    const details = { name: name || new URL(url).hostname, reason }
    await enqueueNotice(tx, { kind: 'webhook-off', userId, details })
  })
  flushOutboxInBackground()
}

const failedAtOnce = 1_000

/** What a webhook that is off was not told of, in batches. Tests still go out. */
async function failPending(webhookId: string) {
  const { _id, state, type } = webhookDeliveries
  const isWaiting = and(isOf(webhookId), eq(state, 'pending'), ne(type, testType))
  for (let failed = failedAtOnce; failed === failedAtOnce && !isStopping(); ) {
    const batch = db.select({ _id }).from(webhookDeliveries).where(isWaiting).limit(failedAtOnce)
    const rows = await db
      .update(webhookDeliveries)
      .set({ state: 'failed', problem: 'The webhook is switched off', at: queueNow })
      .where(and(inArray(_id, batch), isWaiting))
      .returning({ _id })
    failed = rows.length
  }
}

/** Deletes deliveries after 30 days, and those of webhooks that were removed. */
export async function pruneDeliveries() {
  const oldest = uuid({
    msecs: clock.now().getTime() - retention,
    seq: 0,
    random: new Uint8Array(16),
  })
  await deleteInBatches(webhookDeliveries, lt(webhookDeliveries._id, oldest))
  for (const webhookId of await findRemoved()) await deleteInBatches(webhookDeliveries, isOf(webhookId))
}

/** The webhooks that have deliveries though they were removed. Looks once into the index for each webhook. */
async function findRemoved() {
  const removed = await db.select({ id: sql<string>`id` }).from(sql`(
    with recursive seen as (
      (select webhook_id as id from webhook_deliveries order by webhook_id limit 1)
      union all
      select (select webhook_id from webhook_deliveries where webhook_id > seen.id order by webhook_id limit 1)
        from seen where seen.id is not null
    )
    select id from seen where id is not null and not exists (select from webhooks where webhooks.id = seen.id)
  ) removed`)
  return removed.map(({ id }) => id)
}
