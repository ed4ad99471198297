import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { trialDays } from '~/account/billing/plan'
import type { Subscription } from '../../dev/objects.server'
import { startServer } from '../support/server.mjs'
import { isFullRun, type SharedDatabase, sharedDatabase } from '../support/shared-database'
import {
  register,
  startWithStripe,
  storedSubscriptions,
  subscriptionsAtStripe,
  webhookAbout,
} from './support'

const database = await sharedDatabase('deliveries')
const people = isFullRun ? 120 : 8
const cards = ['works', 'declined-later', 'works'] as const

describe.skipIf(!database)(isFullRun ? '10,000 deliveries' : '500 deliveries', () => {
  const { sql, url, stop } = (database ?? {}) as SharedDatabase
  let { emulator, app, env } = {} as Awaited<ReturnType<typeof startWithStripe>>

  beforeAll(async () => {
    const started = await startWithStripe(url)
    emulator = started.emulator
    app = started.app
    env = started.env
    emulator.hold()
    for (let n = 0; n < people; n++) {
      const payer = await register(app.url, emulator, `payer${n}`)
      await payer.pay(cards[n % cards.length])
      if (n % 5 === 0) await payer.call('cancel')
    }
    await emulator.advance(`P${trialDays + (isFullRun ? 61 : 36)}D`)
  }, 600_000)
  afterAll(async () => {
    await app.stop('SIGKILL')
    await emulator.stop()
    await stop()
  })

  /** Kills and restarts the app repeatedly during `work`. The short run deletes leases instead of letting them expire. */
  async function whileKilled<T>(work: Promise<T>) {
    let isDone = false
    let kills = 0
    const done = work.finally(() => {
      isDone = true
    })
    while (kills < (isFullRun ? 12 : 2)) {
      await Promise.race([done, setTimeout(isFullRun ? 2_000 : 800)])
      if (isDone) break
      await app.stop('SIGKILL')
      if (!isFullRun) await sql`delete from leases`
      kills += 1
      app = await startServer(env)
    }
    return { result: await done, kills }
  }

  test("complete each event once and store Stripe's state, despite repeats, forgery and kills", async () => {
    expect(await storedSubscriptions(sql)).not.toEqual(await subscriptionsAtStripe(emulator))
    const started = performance.now()
    const { result, kills } = await whileKilled(
      emulator.release({ order: 'shuffled', times: 5, parallel: 8, hasForged: true }),
    )
    const seconds = Math.round((performance.now() - started) / 1_000)
    const { genuine, forged } = result
    const sent = genuine + forged
    process.stdout.write(`${JSON.stringify({ sent, ...result, kills, seconds })}\n`)
    expect(sent).toBeGreaterThan(isFullRun ? 10_000 : 500)
    expect(forged / sent).toBeCloseTo(0.2, 2)
    expect(kills).toBeGreaterThan(isFullRun ? 4 : 0)
    expect(result.acknowledged).toBe(genuine)
    expect(result.accepted).toBe(0)

    const expected = await subscriptionsAtStripe(emulator)
    expect(expected).toHaveLength(people)
    expect(await storedSubscriptions(sql)).toEqual(expected)
    expect(new Set(expected.map(({ stripe_status }) => stripe_status)).size).toBeGreaterThan(1)
    const ours = (await emulator.events()).filter(({ type }) => handled.test(type)).map(({ id }) => id)
    const recorded = await sql`select id from stripe_events order by id`
    expect(recorded.map(({ id }) => id)).toEqual(ours.sort())
    expect(await sql`select 1 from stripe_events where done_at is null`).toHaveLength(0)
  }, 1_200_000)

  test('of two processes, the one with the older state of Stripe does not overwrite the newer state', async () => {
    const other = await startServer({ ...env, PORT: '0' })
    const { subscriptions } = await emulator.state()
    const { id, customer } = subscriptions.find(({ status }) => status === 'active') as Subscription
    await emulator.faults.fail('slow by 2.5 s a call', 1)
    const early = webhookAbout(customer).send(app.url)
    await expect.poll(emulator.faults.isOver).toBe(true)
    await emulator.stripe.subscriptions.update(id, { cancel_at_period_end: true })
    const responses = await Promise.all([early, webhookAbout(customer).send(other.url)])
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    await other.stop()
    expect(await storedSubscriptions(sql)).toEqual(await subscriptionsAtStripe(emulator))
  })
})

/** The types of events that the app handles (docs/operations.md, Payments). */
const handled =
  /^(checkout\.session\.(completed|async_payment_.*)|customer\.subscription\..*|invoice\.(paid|payment_failed|payment_action_required|marked_uncollectible))$/
