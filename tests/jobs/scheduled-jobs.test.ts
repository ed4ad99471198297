import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { expireTrials } from '~/account/billing/trials.server'
import { clock } from '~/base/db/clock.server'
import { db } from '~/base/db/db.server'
import { flushOutbox } from '~/base/mail/outbox.server'
import { waitForBackgroundTasks } from '~/base/node/background.server'
import { env } from '~/base/node/env.server'
import { startJobs } from '~/jobs/jobs.server'
import { remind } from '~/planning/reminders/remind.server'
import { users } from '~drizzle/schema'
import { overdueBud, reader } from '../planning/reminders/support'
import { createClient } from '../support/client'
import { isRemote } from '../support/database'
import { mailsTo } from '../support/mailbox'

const hour = 3_600_000

describe.skipIf(isRemote)('the trial job and the reminder job', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
  afterEach(() => {
    vi.useRealTimers()
    env.JOBS = 'on'
    env.CRON_SECRET = undefined
  })

  /** Users whose trial is over and whose digest is due now. */
  async function duePeople(count: number) {
    const people = await Promise.all(Array.from({ length: count }, () => reader()))
    const due = { trialStatus: 'trialing', nextDigestAt: clock.now() } as const
    for (const person of people) {
      await overdueBud(person)
      const ended = { trialEndsAt: new Date(clock.now().getTime() - hour) }
      // A zone in which it is the morning now, so that the digest is not too late.
      const timeZone = sql`(select name from pg_timezone_names where name like 'Etc/GMT%'
        and extract(hour from clock_now() at time zone name) between 9 and 13 limit 1)`
      await db
        .update(users)
        .set({ ...due, ...ended, timeZone })
        .where(eq(users._id, person.user._id))
    }
    const tags = async () =>
      Promise.all(
        people.map(async ({ user }) => {
          const mails = await mailsTo(user.Email)
          return mails
            .map(({ Tag }) => Tag)
            .filter((tag) => tag === 'digest' || tag === 'trial-ended')
            .sort()
        }),
      )
    return { tags }
  }

  async function runForHours(hours: number) {
    const stop = startJobs()
    await waitForBackgroundTasks()
    vi.advanceTimersByTime(hours * hour)
    await waitForBackgroundTasks()
    stop()
  }

  test('run in the app each hour, whatever the database is', async () => {
    const { tags } = await duePeople(1)
    await runForHours(0.9)
    expect(await tags()).toEqual([[]])
    await runForHours(1)
    expect(await tags()).toEqual([['digest', 'trial-ended']])
    await runForHours(1)
    expect(await tags()).toEqual([['digest', 'trial-ended']])
  })

  test('are left to a scheduler with JOBS=off, whose URLs do the same', async () => {
    env.JOBS = 'off'
    env.CRON_SECRET = 'a secret of the scheduler'
    const { tags } = await duePeople(1)
    await runForHours(1)
    expect(await tags()).toEqual([[]])
    for (const job of ['expire-trials', 'remind']) {
      const headers = { Authorization: `Bearer ${env.CRON_SECRET}` }
      expect((await createClient().post(`/jobs/${job}`, {}, headers)).status).toBe(200)
    }
    expect(await tags()).toEqual([['digest', 'trial-ended']])
  })

  test('have each effect once, when timers, calls and URLs run them 20 times at once', async () => {
    env.CRON_SECRET = 'a secret of the scheduler'
    const headers = { Authorization: `Bearer ${env.CRON_SECRET}` }
    const { tags } = await duePeople(12)
    const call = (job: string) => createClient().post(`/jobs/${job}`, {}, headers)
    const stop = startJobs()
    await waitForBackgroundTasks()
    // Starts the first run of both, beside which the others begin.
    vi.advanceTimersByTime(hour)
    const others = Array.from({ length: 19 }, (_, n) =>
      n % 2 === 0
        ? Promise.all([expireTrials(), remind()])
        : Promise.all([call('expire-trials'), call('remind')]),
    )
    await Promise.all(others)
    await waitForBackgroundTasks()
    stop()
    // What a run has left in the outbox is sent within the minute.
    await flushOutbox()
    expect(await tags()).toEqual(Array.from({ length: 12 }, () => ['digest', 'trial-ended']))
  })
})
