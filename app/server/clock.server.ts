import { deleteExpiredAttempts } from '~/accounts/attempts.server'
import { resetDemo } from '~/accounts/demo.server'
import { deleteExpiredResets } from '~/accounts/password-reset.server'
import { deleteExpiredSessions } from '~/accounts/sessions.server'
import { isDemoOffered } from '~/accounts/sign-in.server'
import { expireTrials } from '~/billing/trials.server'
import { deleteOldEvents } from '~/billing/webhook.server'
import { deleteOldMails, deliverMails } from '~/mails/mails.server'
import { isEmbedded } from './db.server'
import { log } from './log.server'

const minute = 60 * 1_000
const hour = 60 * minute

/** What has run out is deleted, trials are ended where the database is this process's alone, and the demo account is put back to its sample. */
const jobs = [
  deleteExpiredSessions,
  deleteExpiredAttempts,
  deleteExpiredResets,
  deleteOldMails,
  deleteOldEvents,
  ...(isEmbedded ? [expireTrials] : []),
  ...(isDemoOffered ? [() => resetDemo()] : []),
]

/** Every job can run in several processes at once and twice in a row with the same result. Mails that are owed wait for no hour. */
export function startJobs() {
  const timers = [every(hour, jobs), every(minute, [deliverMails])]
  return () => timers.forEach(clearInterval)
}

function every(interval: number, jobs: (() => Promise<unknown>)[]) {
  return setInterval(async () => {
    for (const job of jobs) {
      await job().catch((error) => log.error({ err: error, job: job.name }, 'job failed'))
    }
  }, interval)
}
