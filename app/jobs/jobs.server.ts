import { resetDemo } from '~/accounts/demo.server'
import { sendResetLinks } from '~/accounts/password-reset.server'
import { isDemoOffered } from '~/accounts/sign-in.server'
import { expireTrials } from '~/billing/trials.server'
import { deleteOldEvents } from '~/billing/webhook.server'
import { isEmbedded } from '~/db/db.server'
import { inBackground } from '~/http/background.server'
import { log } from '~/http/log.server'
import { deleteOldMails, flushOutbox } from '~/mail/outbox.server'
import { deleteExpiredRows } from './expired-rows.server'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** With a PostgreSQL server, an external scheduler runs the trial job (`bin/expire-trials.mjs`). */
const hourlyJobs = [
  deleteExpiredRows,
  deleteOldMails,
  deleteOldEvents,
  ...(isEmbedded ? [expireTrials] : []),
  ...(isDemoOffered ? [() => resetDemo()] : []),
]

/**
 * Jobs are idempotent, and several processes may run them at the same time. Reset links are sent at a fixed interval,
 * because the time of a mail must not reveal which accounts exist.
 */
export function startJobs() {
  const timers = [
    runEvery(hour, hourlyJobs),
    runEvery(minute, [flushOutbox]),
    runEvery(second, [sendResetLinks]),
  ]
  return () => timers.forEach(clearInterval)
}

/**
 * Runs the jobs at an interval. Skips a run if the previous one has not ended. A shutdown waits for the current run.
 */
function runEvery(interval: number, jobs: (() => Promise<unknown>)[]) {
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
