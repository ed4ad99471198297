import { lte, sql } from 'drizzle-orm'
import { deleteEndedAccounts } from '~/account/accounts/account-data.server'
import { forgetKeptForms } from '~/account/accounts/kept-forms.server'
import { sendResetLinks } from '~/account/accounts/password-reset.server'
import { expireTrials, type Summary } from '~/account/billing/trials.server'
import { deleteOldEvents } from '~/account/billing/webhook.server'
import { renewEncryption } from '~/account/security/second-factor.server'
import { isDemoOffered } from '~/account/security/sign-in.server'
import { clock } from '~/base/db/clock.server'
import { closeDatabase, db } from '~/base/db/db.server'
import { withLease, workLease } from '~/base/db/leases.server'
import { vacuumTables } from '~/base/db/vacuum.server'
import { deleteOldMails, flushOutbox } from '~/base/mail/outbox.server'
import { inBackground } from '~/base/node/background.server'
import { hour, minute, second } from '~/base/node/durations'
import { env } from '~/base/node/env.server'
import { log } from '~/base/node/log.server'
import { pruneHistory } from '~/data/history/history.server'
import { continueUndos } from '~/data/history/large-undo.server'
import { pruneImports } from '~/data/imports/delete-imports.server'
import { continueImports } from '~/data/imports/run-import.server'
import { pruneDeletions, pruneMarks } from '~/integrations/devices/prune-devices.server'
import { pruneDeliveries, startDeliveries } from '~/integrations/webhooks/deliveries.server'
import { renewWebhookEncryption } from '~/integrations/webhooks/secrets.server'
import { continueBulks } from '~/people/bulk/bulk-parts.server'
import { type ReminderSummary, remind } from '~/planning/reminders/remind.server'
import { countEndedEvents } from '~/planning/today/contact-status.server'
import {
  emailChanges,
  idempotencyKeys,
  leases,
  links,
  passkeyChallenges,
  passwordResets,
  sessions,
  throttleCounters,
} from '~drizzle/schema'
import { resetDemo } from './demo.server'
import './mails.server'

const hourlyJobs = [
  deleteExpiredRows,
  forgetKeptForms,
  deleteOldMails,
  deleteOldEvents,
  pruneHistory,
  pruneImports,
  pruneDeliveries,
  pruneDeletions,
  pruneMarks,
  ...(isDemoOffered ? [resetDemo] : []),
]

/**
 * The trial job and the reminder job, which a scheduler may run too (`bin/`). Neither waits for the other. The lease keeps
 * processes from doing the same at the same time; the trial job has one of its own.
 */
const scheduledJobs = [expireTrials, remindUnderLease]

function remindUnderLease() {
  return withLease('job remind', workLease, remind)
}

/**
 * Jobs are idempotent, and several processes may run them at the same time. Reset links are sent at a fixed interval,
 * because work that follows a request directly would reveal by its timing which accounts exist.
 */
export function startJobs() {
  const timers = [
    runEvery(hour, hourlyJobs),
    ...(env.JOBS === 'on' ? scheduledJobs : []).map((job) => runEvery(hour, [job])),
    runEvery(minute, [countEndedEvents, flushOutbox]),
    runEvery(10 * minute, [vacuumTables]),
    runNowAndEvery(hour, [renewEncryption, renewWebhookEncryption]),
    runNowAndEvery(5 * second, [continueUndos]),
    runNowAndEvery(5 * second, [continueImports]),
    runNowAndEvery(5 * second, [continueBulks]),
    runEvery(second, [sendResetLinks]),
    runEvery(second, [deleteEndedAccounts]),
    runEvery(second, [startDeliveries]),
  ]
  return () => timers.forEach(clearInterval)
}

type Job = () => Promise<unknown>

/** Runs the jobs at an interval. Skips a run if the last one has not ended. A shutdown waits for the current run. */
function runEvery(interval: number, jobs: Job[]) {
  return setInterval(runnerOf(jobs), interval)
}

/** Runs at the start too, to continue what a process that died has left unfinished. */
function runNowAndEvery(interval: number, jobs: Job[]) {
  const run = runnerOf(jobs)
  run()
  return setInterval(run, interval)
}

function runnerOf(jobs: Job[]) {
  let isRunning = false
  return () => {
    if (isRunning) return
    isRunning = true
    inBackground('jobs', async () => {
      for (const job of jobs) {
        await job().catch((error) => log.error({ err: error, job: job.name }, 'job failed'))
      }
      isRunning = false
    })
  }
}

/** Deletes rows that have no effect any more. */
export async function deleteExpiredRows() {
  const tables = [
    sessions,
    throttleCounters,
    idempotencyKeys,
    passwordResets,
    emailChanges,
    links,
    leases,
    passkeyChallenges,
  ]
  for (const table of tables) {
    await db.delete(table).where(lte(table.expiresAt, sql`now()`))
  }
}

/** Jobs as commands (`bin/job.mjs`). They print their result. */
export const commands = {
  'expire-trials': async () => {
    const summary = await pruneHistory()
      .then(() => expireTrials())
      .finally(closeDatabase)
    print(summary ? describeTrials(summary) : 'Another process is already running the job.')
  },
  remind: async () => print(describeReminders(await remind().finally(closeDatabase))),
}

const print = (line: string) => process.stdout.write(`${line}\n`)

function describeReminders({ due, digests, mails }: ReminderSummary) {
  return `${due} digests due, ${digests} with something to say, ${mails} mails sent.`
}

function describeTrials({ ended, announced, reconciled, failed, mails }: Summary) {
  const synced = `${reconciled} customers synced with Stripe, ${failed} failed`
  return `${ended} trials ended, ${announced} end soon, ${synced}, ${mails} mails sent.`
}

/** Sets the clock and runs the jobs that depend on it in the background, after a run that is still in progress. */
export function moveClock(time: number) {
  const isMoved = clock.advanceTo(new Date(time))
  inBackground('clock', async () => {
    await isMoved
    await countEndedEvents()
    await pruneHistory()
    await expireTrials({ wait: minute })
    await remind()
  })
}
