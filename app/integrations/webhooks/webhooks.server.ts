import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { assertNotDemo, lockSignedIn } from '~/account/accounts/accounts.server'
import { enqueueAccessNotice } from '~/account/accounts/notices.server'
import { requireRecentSignIn } from '~/account/accounts/recent-sign-in.server'
import type { User } from '~/account/users/user'
import { deleteInBatches } from '~/base/db/batches.server'
import { db } from '~/base/db/db.server'
import { byId } from '~/base/db/owned.server'
import { pagesOf, rangeOf } from '~/base/db/pages'
import { queueNow } from '~/base/db/queue.server'
import type { Call } from '~/base/http/context.server'
import { flushOutboxInBackground } from '~/base/mail/outbox.server'
import { inBackground } from '~/base/node/background.server'
import { UserError } from '~/base/node/errors'
import { webhookDeliveries, webhooks } from '~drizzle/schema'
import { startDeliveries } from './deliveries.server'
import { box } from './secrets.server'
import { newSecret } from './send.server'
import { type Delivery, type EventType, testType, type Webhook, webhookLimit } from './webhook'
import type { DeliveryQuery, WebhookInput } from './webhook-input.server'

const { hasId, assertFound } = byId('Webhook', webhooks)

const columns = {
  _id: webhooks._id,
  name: webhooks.name,
  url: webhooks.url,
  types: webhooks.types,
  offSince: webhooks.offSince,
  offReason: webhooks.offReason,
  createdAt: webhooks.createdAt,
}

/** The webhooks of a user, the newest first. */
export const listWebhooks = (userId: string): Promise<Webhook[]> =>
  db.select(columns).from(webhooks).where(eq(webhooks.userId, userId)).orderBy(desc(webhooks._id))

/**
 * Adds a webhook. Its secret is returned only here. With the id of a form, a form that is sent twice adds one webhook.
 */
export async function addWebhook(
  call: Call,
  user: User,
  { password, ...input }: WebhookInput,
  _id: string = uuid(),
) {
  assertNotDemo(user)
  await requireRecentSignIn(call, user, 'a webhook', password)
  const secret = newSecret()
  const webhook = await db.transaction(async (tx) => {
    // Webhooks that are added at the same time are counted one after the other.
    await lockSignedIn(tx, call, user)
    if ((await tx.$count(webhooks, eq(webhooks.userId, user._id))) >= webhookLimit)
      throw new UserError(409, `An account has at most ${webhookLimit} webhooks. Remove one first.`)
    const [inserted] = await tx
      .insert(webhooks)
      .values({ ...input, _id, userId: user._id, secret: box.encrypt(secret, _id) })
      .onConflictDoNothing()
      .returning(columns)
    const what = input.name || new URL(input.url).host
    if (inserted) await enqueueAccessNotice(tx, user, { kind: 'webhook', what, until: null })
    return inserted
  })
  flushOutboxInBackground()
  if (!webhook) throw new UserError(409, 'This webhook was added already. Its secret is shown only once.')
  return { webhook, secret }
}

/** Removes a webhook. Nothing is sent to it any more. Its deliveries follow in batches. */
export async function removeWebhook(userId: string, id: string) {
  const [removed] = await db.delete(webhooks).where(isOwn(userId, id)).returning({ _id: webhooks._id })
  const { _id } = assertFound(removed)
  inBackground('webhooks', async () => {
    await deleteInBatches(webhookDeliveries, isOf(_id))
  })
}

const isOwn = (userId: string, id: string) => and(eq(webhooks.userId, userId), hasId(id))

/** Sends a test, which is tried once. Throws 409 while one is on its way. */
export async function sendTest(userId: string, id: string): Promise<Delivery> {
  const delivery = await db.transaction(async (tx) => {
    const [webhook] = await tx
      .select({ _id: webhooks._id })
      .from(webhooks)
      .where(isOwn(userId, id))
      .for('no key update')
    const { _id: webhookId } = assertFound(webhook)
    const { type, state } = webhookDeliveries
    const isOnItsWay = and(eq(type, testType), inArray(state, ['pending', 'sending']))
    if ((await tx.$count(webhookDeliveries, and(isOf(webhookId), isOnItsWay))) > 0)
      throw new UserError(409, 'A test is on its way already')
    // Deliveries are listed by id. The database makes the ids of the others, and its clock may differ from this process's.
    const _id = sql<string>`uuid_at(clock_now())`
    const row = { _id, ownerId: userId, webhookId, type: testType, recordId: webhookId }
    const [inserted] = await tx
      .insert(webhookDeliveries)
      .values({ ...row, at: queueNow })
      .returning()
    return assertFound(inserted)
  })
  inBackground('webhooks', startDeliveries)
  return asDelivery(delivery)
}

const isOf = (webhookId: string) => eq(webhookDeliveries.webhookId, webhookId)

/** The body of `GET /webhooks/{id}/deliveries`, newest first. */
export async function listDeliveries(userId: string, id: string, query: DeliveryQuery) {
  const [webhook] = await db.select({ _id: webhooks._id }).from(webhooks).where(isOwn(userId, id))
  const isListed = isOf(assertFound(webhook)._id)
  const total = await db.$count(webhookDeliveries, isListed)
  const rows = await db
    .select()
    .from(webhookDeliveries)
    .where(isListed)
    .orderBy(desc(webhookDeliveries._id))
    .limit(query.limit)
    .offset(rangeOf(query).offset)
  return {
    deliveries: rows.map(asDelivery),
    totalDeliveries: total,
    ...pagesOf(total, query),
  }
}

type Row = typeof webhookDeliveries.$inferSelect

export async function findDelivery(userId: string, id: string) {
  const { ownerId, _id } = webhookDeliveries
  const [row] = await db
    .select()
    .from(webhookDeliveries)
    .where(and(eq(ownerId, userId), eq(_id, id)))
  return row && asDelivery(row)
}

/** A delivery that is on its way is pending for others. */
function asDelivery({ _id, type, state, attempts, status, problem, at, createdAt }: Row): Delivery {
  const isPending = state === 'pending' || state === 'sending'
  return {
    _id,
    type: type as EventType,
    state: isPending ? 'pending' : state,
    attempts,
    status,
    problem,
    createdAt,
    nextAttemptAt: isPending ? at : null,
  }
}

/** The webhooks of a user, each with its last deliveries. */
export async function listWithDeliveries(userId: string, count = 3) {
  const { webhookId, _id } = webhookDeliveries
  const last = db
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookId, webhooks._id))
    .orderBy(desc(_id))
    .limit(count)
    .as('last')
  const rows = await db
    .select()
    .from(webhooks)
    .innerJoinLateral(last, sql`true`)
    .where(eq(webhooks.userId, userId))
  const of = (id: string) =>
    rows.filter(({ last }) => last.webhookId === id).map(({ last }) => asDelivery(last))
  return (await listWebhooks(userId)).map((webhook) => ({ ...webhook, deliveries: of(webhook._id) }))
}
