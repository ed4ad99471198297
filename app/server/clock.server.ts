import { deleteExpiredAttempts } from '~/accounts/attempts.server'
import { resetDemo } from '~/accounts/demo.server'
import { deleteExpiredResets } from '~/accounts/password-reset.server'
import { deleteExpiredSessions } from '~/accounts/sessions.server'
import { isDemoOffered } from '~/accounts/sign-in.server'
import { log } from './log.server'

const hour = 60 * 60 * 1_000

/** What has run out is deleted, and the demo account is put back to its sample. */
const jobs = [
  deleteExpiredSessions,
  deleteExpiredAttempts,
  deleteExpiredResets,
  ...(isDemoOffered ? [() => resetDemo()] : []),
]

/** Every job can run in several processes at once and twice in a row with the same result. */
export function startHourlyJobs() {
  const timer = setInterval(async () => {
    for (const job of jobs) {
      await job().catch((error) => log.error({ err: error, job: job.name }, 'job failed'))
    }
  }, hour)
  return () => clearInterval(timer)
}
