import { DateTime, Duration } from 'luxon'
import { nextTask, type Task } from './billing-cycle.server'
import { expireSession } from './checkout.server'
import { EmulatorError } from './errors.server'
import { type Emulator, now, saveState } from './state.server'

/** The next task of a subscription or a session, and a function that returns the one after it. */
type Scheduled = { task: Task; next: () => Task | undefined }

/** Runs all tasks that are due, in order of time. During each, the clock shows the time of that task. */
export function catchUp(emulator: Emulator) {
  const { state } = emulator
  const until = now(emulator)
  if (until <= state.doneUntil) return
  const schedule = scheduleOf(emulator)
  let isChanged = false
  for (;;) {
    schedule.sort((a, b) => a.task.at - b.task.at)
    const first = schedule.shift()
    if (!first || first.task.at > until) break
    emulator.at = state.doneUntil = Math.max(first.task.at, state.doneUntil)
    first.task.run()
    isChanged = true
    const task = first.next()
    if (task) schedule.push({ ...first, task })
  }
  delete emulator.at
  state.doneUntil = until
  if (isChanged) saveState(emulator)
}

function scheduleOf(emulator: Emulator) {
  const { state } = emulator
  const schedule: Scheduled[] = []
  const add = (next: () => Task | undefined) => {
    const task = next()
    if (task) schedule.push({ task, next })
  }
  for (const row of state.subscriptions.values()) add(() => nextTask(emulator, row, state.doneUntil))
  for (const row of state.sessions.values()) {
    const run = () => void expireSession(emulator, row.id)
    add(() => (row.status === 'open' ? { at: row.expires_at, run } : undefined))
  }
  return schedule
}

export type Move = { advance?: string | number | undefined; to?: string | undefined }

export function moveClock(emulator: Emulator, move: Move) {
  const from = DateTime.fromMillis(Date.now() + emulator.state.offset, { zone: 'utc' })
  const to = targetTime(from, move)
  if (!to?.isValid) {
    const message = "'advance' must be a duration such as 'P3D' or seconds, 'to' an instant"
    throw new EmulatorError(400, message)
  }
  if (to < from) throw new EmulatorError(400, 'The clock never goes back')
  emulator.state.offset = to.toMillis() - Date.now()
  emulator.options.onClock?.(to.toMillis())
  catchUp(emulator)
}

function targetTime(from: DateTime, { advance, to }: Move) {
  if (to !== undefined) return DateTime.fromISO(to, { zone: 'utc' })
  if (typeof advance === 'number') return from.plus({ seconds: advance })
  const duration = Duration.fromISO(advance ?? '')
  return duration.isValid ? from.plus(duration) : undefined
}
