import { lte, sql } from 'drizzle-orm'
import { sendResetLinks } from '~/accounts/password-reset.server'
import { isDemoOffered } from '~/accounts/sign-in.server'
import { expireTrials, type Summary } from '~/billing/trials.server'
import { deleteOldEvents } from '~/billing/webhook.server'
import { clock } from '~/db/clock.server'
import { closeDatabase, db, isEmbedded } from '~/db/db.server'
import { pruneHistory } from '~/history/history.server'
import { inBackground } from '~/http/background.server'
import { log } from '~/http/log.server'
import { deleteOldMails, flushOutbox } from '~/mail/outbox.server'
import { countEndedEvents } from '~/today/contact-status.server'
import { emailChanges, idempotencyKeys, passwordResets, sessions, throttleCounters } from '~drizzle/schema'
import { resetDemo } from './demo.server'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** With a PostgreSQL server, an external scheduler runs the trial job (`bin/expire-trials.mjs`). */
const hourlyJobs = [
  deleteExpiredRows,
  deleteOldMails,
  deleteOldEvents,
  pruneHistory,
  ...(isEmbedded ? [expireTrials] : []),
  ...(isDemoOffered ? [resetDemo] : []),
]

/**
 * Jobs are idempotent, and several processes may run them at the same time. Reset links are sent at a fixed interval,
 * because work that follows a request directly would reveal by its timing which accounts exist.
 */
export function startJobs() {
  const timers = [
    runEvery(hour, hourlyJobs),
    runEvery(minute, [countEndedEvents, flushOutbox]),
    runEvery(second, [sendResetLinks]),
  ]
  return () => timers.forEach(clearInterval)
}

/** Runs the jobs at an interval. Skips a run if the last one has not ended. A shutdown waits for the current run. */
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

/** Deletes rows that have no effect any more. */
export async function deleteExpiredRows() {
  for (const table of [sessions, throttleCounters, idempotencyKeys, passwordResets, emailChanges]) {
    await db.delete(table).where(lte(table.expiresAt, sql`now()`))
  }
}

/** Runs the trial expiry job as a command, and prints its result. */
export async function runTrialJob() {
  const summary = await pruneHistory()
    .then(() => expireTrials())
    .finally(closeDatabase)
  process.stdout.write(`${summary ? describe(summary) : 'Another process is already running the job.'}\n`)
}

function describe({ ended, announced, reconciled, failed, mails }: Summary) {
  const synced = `${reconciled} customers synced with Stripe, ${failed} failed`
  return `${ended} trials ended, ${announced} end soon, ${synced}, ${mails} mails sent.`
}

/** Sets the clock and runs the trial expiry job in the background, after a run that is still in progress. */
export function moveClock(time: number) {
  const isMoved = clock.advanceTo(new Date(time))
  inBackground('clock', async () => {
    await isMoved
    await countEndedEvents()
    await pruneHistory()
    await expireTrials({ wait: 60_000 })
  })
}
