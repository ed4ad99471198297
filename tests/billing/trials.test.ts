import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { expireTrials } from '~/billing/trials.server'
import { db } from '~/db/db.server'
import { env } from '~/http/env.server'
import { capturedMails } from '~/mail/delivery.server'
import { subscriptions, users } from '~drizzle/schema'
import { createClient } from '../support/client'
import { isRemote } from '../support/database'
import { withStripe } from './support'

describe.skipIf(isRemote)('the trial expiry job', () => {
  const { emulator, person, subscriber, pay, whileStripe } = withStripe()
  const trialOf = async (userId: string) =>
    (await db.select().from(users).where(eq(users._id, userId)))[0]?.trialStatus

  test('announces the end three days before, and tells of it, each once', async () => {
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

  test('who was missed until the end is told of the end alone', async () => {
    const ada = await person({ days: 4 })
    await emulator.advance('P10D')
    await expireTrials()
    expect(await ada.mails()).toEqual(['trial-ended'])
  })

  test.each([['test'], ['admin'], ['testAccount'], ['demo']] as const)(
    '%s is told nothing',
    async (trait) => {
      const one = await person({ traits: [trait], days: 0 })
      await expireTrials()
      if (trait !== 'demo') expect(await trialOf(one.user._id)).toBe('canceled')
      expect(await one.mails()).toEqual([])
    },
  )

  test('who has subscribed during the trial is told nothing', async () => {
    const ada = await subscriber({ days: 5 })
    await emulator.advance('P3D')
    await expireTrials()
    await emulator.advance('P3D')
    await expireTrials()
    expect(await trialOf(ada.user._id)).toBe('canceled')
    expect(await ada.mails()).toEqual([])
  })

  test('that is asked for while it runs says so, or waits its turn and does what has come due since', async () => {
    const ada = await person({ days: 1 })
    const first = expireTrials()
    await emulator.advance('P2D')
    const [, second, third] = await Promise.all([first, expireTrials({ wait: 10_000 }), expireTrials()])
    expect(second).not.toBeNull()
    expect(third).toBeNull()
    expect(await trialOf(ada.user._id)).toBe('canceled')
  })

  test('heals what a lost webhook has left', async () => {
    const [ada, grace] = [await person(), await subscriber({ days: 0 }, 'declined-later')]
    emulator.hold()
    await pay(ada)
    await emulator.advance('P32D')
    expect((await grace.status()).status).toBe('active')
    const done = await expireTrials()
    expect(done).toMatchObject({ failed: 0 })
    expect((await ada.status()).status).toBe('active')
    expect((await grace.status()).status).toBe('past_due')
    expect(await grace.mails()).toEqual(['payment-failed'])
    await emulator.deliver()
    expect(await grace.mails()).toEqual(['payment-failed'])
  })

  test('counts the mails of what it heals, and has sent them when it is done', async () => {
    const grace = await subscriber({ days: 0 }, 'declined-later')
    emulator.hold()
    await emulator.advance('P32D')
    const before = capturedMails.length
    const done = await expireTrials()
    expect(capturedMails.slice(before).map(({ To, Tag }) => [To, Tag])).toContainEqual([
      grace.user.Email,
      'payment-failed',
    ])
    expect(done?.mails).toBe(capturedMails.length - before)
    await emulator.deliver()
  })

  test('sends its mails while Stripe is away, asks no further after five in vain, and heals with the next run', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => person()))
    emulator.hold()
    for (const one of people) await pay(one)
    const late = await person({ days: 0 })
    const done = await whileStripe('an error 500', () => expireTrials())
    expect(done).toMatchObject({ reconciled: 0, failed: 5 })
    expect(await late.mails()).toEqual(['trial-ended'])
    await expireTrials()
    for (const one of people) expect((await one.status()).status).toBe('active')
    await emulator.deliver()
  })

  test('leaves in peace what was fetched within a day', async () => {
    const ada = await subscriber({ days: 5 })
    await expireTrials()
    const fetched = async () =>
      (await db.select().from(subscriptions).where(eq(subscriptions.userId, ada.user._id)))[0]?.fetchedAt
    const before = await fetched()
    await expireTrials()
    expect(await fetched()).toEqual(before)
    await emulator.advance('P2D')
    await expireTrials()
    expect(await fetched()).not.toEqual(before)
  })

  test('runs once at a time', async () => {
    const results = await Promise.all([expireTrials(), expireTrials()])
    expect(results.filter((done) => done === null)).toHaveLength(1)
  })

  test('is run by a scheduler that knows the secret', async () => {
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
})
