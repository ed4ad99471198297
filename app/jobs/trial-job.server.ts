import { expireTrials, type Summary } from '~/billing/trials.server'
import { clock } from '~/db/clock.server'
import { closeDatabase } from '~/db/db.server'
import { inBackground } from '~/http/background.server'

/** Runs the trial expiry job as a command, and prints its result. */
export async function runTrialJob() {
  const summary = await expireTrials().finally(closeDatabase)
  process.stdout.write(`${summary ? describe(summary) : 'Another process is already running the job.'}\n`)
}

function describe({ ended, announced, reconciled, failed, mails }: Summary) {
  const synced = `${reconciled} customers synced with Stripe, ${failed} failed`
  return `${ended} trials ended, ${announced} announced to end, ${synced}, ${mails} mails sent.`
}

/** Sets the clock and runs the job in the background. The job waits for a run that started before the change. */
export function moveClock(time: number) {
  clock.advanceTo(new Date(time))
  inBackground('clock', async () => void (await expireTrials({ wait: 60_000 })))
}
