import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { stripe } from '~/account/billing/stripe.server'
import { expireTrials } from '~/account/billing/trials.server'
import { db } from '~/base/db/db.server'
import { capturedMails } from '~/base/mail/delivery.server'
import { env } from '~/base/node/env.server'
import { subscriptions, users } from '~drizzle/schema'
import { createClient } from '../../support/client'
import { isRemote } from '../../support/database'
import { rowOf, withStripe } from './support'

describe.skipIf(isRemote)('the trial expiry job', () => {
  const { emulator, person, subscriber, pay, setStatus, withFault } = withStripe()
  const trialOf = async (userId: string) =>
    (await db.select().from(users).where(eq(users._id, userId)))[0]?.trialStatus

  test('announces the end of a trial three days before, then ends it, with one mail for each', async () => {
    const ada = await person({ days: 4 })
    await expireTrials()
    expect([await trialOf(ada.user._id), await ada.mails()]).toEqual(['trialing', []])
    await emulator.advance('P1D')
    await expireTrials()
    await expireTrials()
    expect([await trialOf(ada.user._id), await ada.mails()]).toEqual(['ending', ['trial-ending']])
    await emulator.advance('P3D')
    await expireTrials()
    await expireTrials()
    expect(await trialOf(ada.user._id)).toBe('canceled')
    expect(await ada.mails()).toEqual(['trial-ending', 'trial-ended'])
  })

  test('a user whose trial ended between two runs gets only the mail about the end', async () => {
    const ada = await person({ days: 4 })
    await emulator.advance('P10D')
    await expireTrials()
    expect(await ada.mails()).toEqual(['trial-ended'])
  })

  test('a subscriber and the users who never pay get no mail about the trial', async () => {
    const ada = await subscriber({ days: 5 })
    const exempt = [
      await person({ traits: ['testRole'], days: 5 }),
      await person({ traits: ['admin'], days: 5 }),
      await person({ traits: ['testAccount'], days: 5 }),
      await person({ traits: ['demo'] }),
    ]
    for (let n = 0; n < 2; n++) {
      await emulator.advance('P3D')
      await expireTrials()
    }
    for (const { user } of [ada, ...exempt.slice(0, 3)]) expect(await trialOf(user._id)).toBe('canceled')
    for (const { mails } of [ada, ...exempt]) expect(await mails()).toEqual([])
  })

  test('one of two simultaneous runs returns null, and one with `wait` waits for the other', async () => {
    const ada = await person({ days: 1 })
    await emulator.advance('P2D')
    const runs = [expireTrials(), expireTrials(), expireTrials({ wait: 10_000 })]
    const [one, other, waiting] = await Promise.all(runs)
    expect([one, other].filter((summary) => summary === null)).toHaveLength(1)
    expect(waiting).not.toBeNull()
    expect(await trialOf(ada.user._id)).toBe('canceled')
  })

  test('reconciles customers whose webhooks were lost, and sends and counts their mails', async () => {
    const [ada, grace] = [await person(), await subscriber({ days: 0 }, 'declined-later')]
    emulator.hold()
    await pay(ada)
    await emulator.advance('P32D')
    expect((await grace.status()).status).toBe('active')
    const before = capturedMails.length
    const summary = await expireTrials()
    const sent = capturedMails.slice(before).map(({ To, Tag }) => [To, Tag])
    expect(summary).toMatchObject({ failed: 0, mails: sent.length })
    expect(sent).toContainEqual([grace.user.Email, 'payment-failed'])
    expect((await ada.status()).status).toBe('active')
    expect((await grace.status()).status).toBe('past_due')
    await emulator.deliver()
    expect(await grace.mails()).toEqual(['payment-failed'])
  })

  test('sends its mails while Stripe is unavailable, stops after five failures, and reconciles in the next run', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => person()))
    emulator.hold()
    for (const one of people) await pay(one)
    const late = await person({ days: 0 })
    const summary = await withFault('an error 500', () => expireTrials())
    expect(summary).toMatchObject({ reconciled: 0, failed: 5 })
    expect(await late.mails()).toEqual(['trial-ended'])
    await expireTrials()
    for (const one of people) expect((await one.status()).status).toBe('active')
  })

  test('does not fetch a subscription again within a day', async () => {
    const ada = await subscriber({ days: 5 })
    await expireTrials()
    const before = (await rowOf(ada))?.fetchedAt
    await expireTrials()
    expect((await rowOf(ada))?.fetchedAt).toEqual(before)
    await emulator.advance('P2D')
    await expireTrials()
    expect((await rowOf(ada))?.fetchedAt).not.toEqual(before)
  })

  test('a scheduler needs the secret', async () => {
    env.CRON_SECRET = 'a secret of the scheduler'
    const post = (Authorization?: string) =>
      createClient().post('/jobs/expire-trials', {}, Authorization ? { Authorization } : {})
    try {
      const late = await person({ days: 0 })
      expect((await post()).status).toBe(401)
      expect((await post('Bearer no')).status).toBe(401)
      expect(await post(`Bearer ${env.CRON_SECRET}`)).toMatchObject({
        status: 200,
        body: { msg: 'Trials expired', ended: 1, announced: expect.any(Number), mails: expect.any(Number) },
      })
      expect(await late.mails()).toEqual(['trial-ended'])
    } finally {
      env.CRON_SECRET = undefined
    }
    expect((await post('Bearer a secret of the scheduler')).status).toBe(404)
  })

  test('reconciles the least recently fetched rows first, and skips ended subscriptions', async () => {
    const [ended, old, older] = [
      await subscriber({ days: 0 }),
      await subscriber({ days: 40 }),
      await subscriber({ days: 40 }),
    ]
    await setStatus(ended, 'canceled')
    await ended.becomes('canceled')
    const customers: unknown[] = []
    for (const [who, days] of [
      [ended, 900],
      [older, 850],
      [old, 800],
    ] as const) {
      const fetchedAt = new Date(Date.now() - days * 86_400_000)
      await db.update(subscriptions).set({ fetchedAt }).where(eq(subscriptions.userId, who.user._id))
      customers.push((await rowOf(who))?.customerId)
    }
    const list = vi.spyOn(stripe().client.subscriptions, 'list').mockClear()
    await expireTrials()
    const listed = list.mock.calls.map(([params]) => params?.customer)
    expect(listed.slice(0, 2)).toEqual(customers.slice(1))
    expect(listed).not.toContain(customers[0])
  })
})
