import { resetDemo } from '~/accounts/demo.server'
import { deleteExpiredEmailChanges } from '~/accounts/email-changes.server'
import { deleteExpiredResets, sendResetLinks } from '~/accounts/password-reset.server'
import { deleteExpiredSessions } from '~/accounts/sessions.server'
import { isDemoOffered } from '~/accounts/sign-in.server'
import { deleteExpiredThrottleCounters } from '~/accounts/throttle-counters.server'
import { expireTrials } from '~/billing/trials.server'
import { deleteOldEvents } from '~/billing/webhook.server'
import { isEmbedded } from '~/db/db.server'
import { deleteExpiredIdempotencyKeys } from '~/db/idempotency.server'
import { inBackground } from '~/http/background.server'
import { log } from '~/http/log.server'
import { deleteOldMails, flushOutbox } from '~/mail/outbox.server'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** What has run out is deleted, trials are ended where the database is this process's alone, and the demo account is put back to its sample. */
const jobs = [
  deleteExpiredSessions,
  deleteExpiredThrottleCounters,
  deleteExpiredIdempotencyKeys,
  deleteExpiredResets,
  deleteExpiredEmailChanges,
  deleteOldMails,
  deleteOldEvents,
  ...(isEmbedded ? [expireTrials] : []),
  ...(isDemoOffered ? [() => resetDemo()] : []),
]

/**
 * Every job can run in several processes at once and twice in a row with the same result. Mails that are owed wait for
 * no hour. Reset links have their own time, which no request sets, or it would tell which addresses are known.
 */
export function startJobs() {
  const timers = [every(hour, jobs), every(minute, [flushOutbox]), every(second, [sendResetLinks])]
  return () => timers.forEach(clearInterval)
}

/** A round that takes longer than `interval` leaves the next one out; a shutdown waits for it. */
function every(interval: number, jobs: (() => Promise<unknown>)[]) {
  let isRunning = false
  return setInterval(() => {
    if (isRunning) return
    isRunning = true
    inBackground('jobs', async () => {
      for (const job of jobs) {
        await job().catch((error) => log.error({ err: error, job: job.name }, 'job failed'))
      }
      isRunning = false
    })
  }, interval)
}
