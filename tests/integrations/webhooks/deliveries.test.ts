import { and, eq, lt, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterEach, describe, expect, test } from 'vitest'
import { deleteEndedAccount } from '~/account/accounts/account-data.server'
import { clock } from '~/base/db/clock.server'
import { db } from '~/base/db/db.server'
import { timeOfId } from '~/base/db/ids'
import { queueNow, timeIn } from '~/base/db/queue.server'
import { secretBox } from '~/base/http/secret-box.server'
import { flushOutbox } from '~/base/mail/outbox.server'
import { waitForBackgroundTasks } from '~/base/node/background.server'
import { env } from '~/base/node/env.server'
import { pruneDeliveries, startDeliveries } from '~/integrations/webhooks/deliveries.server'
import { renewWebhookEncryption } from '~/integrations/webhooks/secrets.server'
import { resetDemo } from '~/jobs/demo.server'
import { users, webhookDeliveries, webhooks } from '~drizzle/schema'
import { atOnce, times } from '../../support/concurrency'
import { isRemote } from '../../support/database'
import { createBud, createUser, createWebhook, signedIn, uniqueEmail } from '../../support/factories'
import { mailsTo } from '../../support/mailbox'
import { addWebhook, deliver, rowsOf, startReceiver, verify } from './support'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const skip = (ms: number) => clock.advanceTo(new Date(clock.now().getTime() + ms))
/** By the database's clock, in milliseconds. */
async function queueTime() {
  const [row] = await db.select({ now: queueNow.mapWith(webhookDeliveries.at) }).from(sql`(values (1)) one`)
  return row?.now.getTime() ?? 0
}
const webhookOf = async (id: string) => (await db.select().from(webhooks).where(eq(webhooks._id, id)))[0]
const statesOf = async (id: string) => (await rowsOf(id)).map(({ state }) => state)

/** Other processes would deliver too, and their clock cannot be moved. */
const offMailsTo = async ({ user }: { user: { Email: string } }) =>
  (await mailsTo(user.Email)).filter(({ Tag }) => Tag === 'webhook-off')

describe.skipIf(isRemote)('a delivery', () => {
  afterEach(() => clock.advanceTo(new Date()))

  /** A user with a webhook whose receiver responds with these statuses in turn, the last one from then on. */
  async function withReceiver(...statuses: number[]) {
    const owner = await signedIn()
    let n = 0
    const receiver = await startReceiver((_request, response) =>
      response.writeHead(statuses[Math.min(n++, statuses.length - 1)] ?? 204).end(),
    )
    const { _id, secret } = await addWebhook(owner, receiver.url)
    return { owner, receiver, received: receiver.received, _id, secret }
  }

  test('that failed is repeated with the same id, and each attempt is signed anew', async () => {
    const { owner, received, _id, secret } = await withReceiver(500, 302, 200)
    await createBud(owner.user)
    await deliver()
    expect(await rowsOf(_id)).toMatchObject([
      { state: 'pending', attempts: 1, status: 500, problem: 'The response was 500' },
    ])
    await skip(5 * second)
    await deliver()
    await skip(minute)
    await deliver()
    expect(await rowsOf(_id)).toMatchObject([{ state: 'delivered', attempts: 3, status: 200, problem: null }])
    expect(new Set(received.map(({ id }) => id)).size).toBe(1)
    expect(new Set(received.map(({ body }) => body)).size).toBe(1)
    for (const message of received) verify(secret, message)
    expect((await webhookOf(_id))?.failingSince).toBeNull()
  })

  test('is tried ten times within three days, and has failed then', async () => {
    const { owner, received, _id } = await withReceiver(503)
    await createBud(owner.user)
    const begin = await queueTime()
    const delays = [5 * second, minute, 5 * minute, 30 * minute, ...[2, 6, 12, 24, 24].map((n) => n * hour)]
    let tried = begin
    await deliver()
    for (const [n, delay] of delays.entries()) {
      const [row] = await rowsOf(_id)
      const at = row?.at.getTime() ?? 0
      // An attempt is made at some time between these two.
      expect(at - delay).toBeGreaterThanOrEqual(tried)
      expect(at - delay).toBeLessThanOrEqual(await queueTime())
      // The clock goes on meanwhile, which must not reach the time.
      if (delay > minute) {
        await skip(at - (await queueTime()) - minute)
        await deliver()
      }
      expect(received).toHaveLength(n + 1)
      await skip(at - (await queueTime()) + second)
      tried = await queueTime()
      await deliver()
    }
    expect(await rowsOf(_id)).toMatchObject([{ state: 'failed', attempts: 10, status: 503 }])
    expect(received).toHaveLength(10)
    expect((await queueTime()) - begin).toBeLessThan(3 * day)
    expect(await webhookOf(_id)).toMatchObject({ offSince: null, failingSince: expect.any(Date) })
  })

  test('with the response 410 switches the webhook off, which is mailed, and a delivered test switches it on', async () => {
    const Email = uniqueEmail()
    const owner = await signedIn({ Email, verifiedEmail: Email })
    let status = 410
    const { url, received } = await startReceiver((_request, response) => {
      response.writeHead(received.length === 5 ? 200 : status).end()
    })
    const { _id } = await addWebhook(owner, url)
    for (let n = 0; n < 8; n++) await createBud(owner.user)
    await deliver()
    expect(await webhookOf(_id)).toMatchObject({ offReason: 'gone', offSince: expect.any(Date) })
    expect(received).toHaveLength(5)
    expect((await statesOf(_id)).sort()).toEqual(['delivered', ...times(7, () => 'failed')])
    await createBud(owner.user)
    expect(await rowsOf(_id)).toHaveLength(8)
    await flushOutbox()
    const mails = await offMailsTo(owner)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.TextBody).toContain('Budkeeper does not tell 127.0.0.1 of changes any more.')
    const stateAfterTest = async () => {
      await owner.post(`/api/v1/webhooks/${_id}/test`, {})
      await waitForBackgroundTasks()
      return [(await rowsOf(_id)).at(-1)?.state, (await webhookOf(_id))?.offReason]
    }
    expect(await stateAfterTest()).toEqual(['failed', 'gone'])
    status = 200
    expect(await stateAfterTest()).toEqual(['delivered', null])
    await createBud(owner.user)
    await deliver()
    expect((await rowsOf(_id)).at(-1)).toMatchObject({ type: 'bud.created', state: 'delivered' })
  })

  test('of a test is listed after those before it by the clock of the database', async () => {
    const { owner, _id } = await withReceiver(200)
    await skip(day)
    await createBud(owner.user)
    await deliver()
    await owner.post(`/api/v1/webhooks/${_id}/test`, {})
    await waitForBackgroundTasks()
    expect((await rowsOf(_id)).map(({ type }) => type)).toEqual(['bud.created', 'webhook.test'])
  })

  test('that failed for good switches the webhook off if nothing was delivered for five days', async () => {
    const { owner, _id } = await withReceiver(500)
    const fail = async () => {
      await createBud(owner.user)
      await db
        .update(webhookDeliveries)
        .set({ attempts: 9, at: clock.now() })
        .where(and(eq(webhookDeliveries.webhookId, _id), eq(webhookDeliveries.state, 'pending')))
      await deliver()
    }
    await fail()
    await skip(5 * day - minute)
    await fail()
    expect((await webhookOf(_id))?.offSince).toBeNull()
    await skip(2 * minute)
    await createBud(owner.user)
    await deliver()
    expect((await webhookOf(_id))?.offSince).toBeNull()
    await fail()
    expect(await webhookOf(_id)).toMatchObject({ offReason: 'failing' })
    expect(new Set(await statesOf(_id))).toEqual(new Set(['failed']))
    await flushOutbox()
    const [mail, ...others] = await offMailsTo(owner)
    expect(others).toEqual([])
    expect(mail?.TextBody).toContain('Nothing has been delivered to it for five days.')
  })

  test('that succeeds begins the five days anew', async () => {
    const { owner, _id } = await withReceiver(500, 200, 500)
    await createBud(owner.user)
    await deliver()
    await skip(minute)
    await deliver()
    await skip(6 * day)
    await createBud(owner.user)
    await db.update(webhookDeliveries).set({ attempts: 9 }).where(eq(webhookDeliveries.state, 'pending'))
    await deliver()
    expect(await statesOf(_id)).toEqual(['delivered', 'failed'])
    expect((await webhookOf(_id))?.offSince).toBeNull()
  })

  test('of a process that died is repeated by another one, with the same id', async () => {
    const { owner, received, _id } = await withReceiver(200)
    await createBud(owner.user)
    const at = (ms: number) =>
      db
        .update(webhookDeliveries)
        .set({ state: 'sending', attempts: 1, at: timeIn(-ms) })
        .where(eq(webhookDeliveries.webhookId, _id))
    await at(19 * second)
    await deliver()
    expect(received).toEqual([])
    await at(21 * second)
    await deliver()
    expect(await rowsOf(_id)).toMatchObject([{ _id: received[0]?.id, state: 'delivered', attempts: 2 }])
  })

  test('happens once, however many processes and runs there are', async () => {
    const { owner, received, _id } = await withReceiver(200)
    for (let n = 0; n < 30; n++) await createBud(owner.user)
    await atOnce(10, () => startDeliveries())
    await waitForBackgroundTasks()
    expect(received.map(({ id }) => id).sort()).toEqual((await rowsOf(_id)).map((row) => row._id))
    expect((await rowsOf(_id)).every(({ attempts }) => attempts === 1)).toBe(true)
  })

  test('is not held up by a slow receiver', async () => {
    const owner = await signedIn()
    const slow = await startReceiver(() => {})
    const { _id: slowId } = await addWebhook(owner, slow.url)
    for (let n = 0; n < 20; n++) await createBud(owner.user)
    await startDeliveries({ timeout: 600_000 })
    await expect.poll(() => slow.received.length).toBeGreaterThan(0)
    const { owner: other, received, _id } = await withReceiver(200)
    for (let n = 0; n < 20; n++) await createBud(other.user)
    await startDeliveries()
    // Meanwhile none of the first messages to the slow one has ended.
    await expect.poll(() => received.length, { interval: 20 }).toBe(20)
    await expect.poll(() => slow.received.length).toBe(5)
    slow.close()
    await waitForBackgroundTasks()
    expect(await statesOf(_id)).toEqual(times(20, () => 'delivered'))
    expect(new Set(await statesOf(slowId))).toEqual(new Set(['pending']))
  })

  test('of another webhook comes before the second turn of one with many messages', async () => {
    const [busy, other] = [await withReceiver(200), await withReceiver(200)]
    for (let n = 0; n < 12; n++) await createBud(busy.owner.user)
    await createBud(other.owner.user)
    const turn = () => deliver({ maxReceivers: 1, turn: 1 })
    // Webhooks of other tests may have a turn too.
    while (other.received.length === 0) await turn()
    expect(busy.received).toHaveLength(5)
    while (busy.received.length < 12) await turn()
    expect(other.received).toHaveLength(1)
  })

  test('to an address that is not public any more fails, and connects to nothing', async () => {
    const { owner, receiver, _id } = await withReceiver(200)
    const url = `https://example.com:${receiver.port}/`
    await db.update(webhooks).set({ url }).where(eq(webhooks._id, _id))
    await createBud(owner.user)
    await deliver({ resolve: async () => ['127.0.0.1'] })
    const problem = 'The address must be on the public internet'
    expect(await rowsOf(_id)).toMatchObject([{ state: 'pending', status: null, problem }])
    expect(receiver.received).toEqual([])
  })

  test('is deleted after 30 days, and with its webhook', async () => {
    const { owner, _id } = await withReceiver(200)
    await createBud(owner.user)
    await deliver()
    const [ownerId, webhookId] = [owner.user._id, uuid()]
    const orphan = { _id: uuid(), ownerId, webhookId, type: 'bud.created', at: clock.now() }
    await db.insert(webhookDeliveries).values(orphan)
    await pruneDeliveries()
    expect([await statesOf(_id), await statesOf(webhookId)]).toEqual([['delivered'], []])
    await skip(30 * day - hour)
    await pruneDeliveries()
    expect(await rowsOf(_id)).toHaveLength(1)
    await skip(2 * hour)
    await pruneDeliveries()
    expect(await rowsOf(_id)).toEqual([])
  })
})

test('the secret is encrypted, and encrypted anew after a rotation', async () => {
  const owner = await signedIn()
  const { _id, secret } = await addWebhook(owner, 'https://example.com')
  const stored = async () => (await webhookOf(_id))?.secret ?? ''
  expect(await stored()).not.toContain(secret.slice(6))
  const rotated = secretBox(['a new secret of at least 32 characters', ...env.SESSION_SECRETS])
  await renewWebhookEncryption(rotated)
  const alone = secretBox(['a new secret of at least 32 characters'])
  expect(alone.decrypt(await stored(), _id)).toBe(secret)
  expect(alone.decrypt(await stored(), uuid())).toBeNull()
  await db.delete(webhooks).where(eq(webhooks._id, _id))
})

test('an ended account loses its webhooks at once and its deliveries in the background', async () => {
  const [user, other] = [await signedIn(), await createUser()]
  const [{ _id }, kept] = [await createWebhook(user.user), await createWebhook(other)]
  await db.update(users).set({ endedAt: new Date() }).where(eq(users._id, user.user._id))
  await deleteEndedAccount(user.user._id)
  expect([await rowsOf(_id), await webhookOf(_id)]).toEqual([[], undefined])
  expect([await rowsOf(kept._id), await webhookOf(kept._id)]).toMatchObject([[{}], {}])
})

test('the reset of the demo account removes its webhooks and deliveries, and captures nothing', async () => {
  const demo = await signedIn({ traits: ['demo'] })
  const { _id } = await createWebhook(demo.user)
  await resetDemo()
  expect([await rowsOf(_id), await webhookOf(_id)]).toEqual([[], undefined])
  const before = new Date(timeOfId(uuid()) + second)
  const ofDemo = and(eq(webhookDeliveries.ownerId, demo.user._id), lt(webhookDeliveries.createdAt, before))
  expect(await db.$count(webhookDeliveries, ofDemo)).toBe(0)
})
