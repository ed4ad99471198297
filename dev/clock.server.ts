import { DateTime, Duration } from 'luxon'
import { type Task, tasksOf } from './billing-cycle.server'
import { expireSession } from './checkout.server'
import { type Emulator, EmulatorError, now, saveState } from './state.server'

/** Runs all due tasks in chronological order. While a task runs, the emulator's time is the time of that task. */
export function runDueTasks(emulator: Emulator) {
  const { state } = emulator
  const until = now(emulator)
  if (until <= state.doneUntil) return
  let isChanged = false
  for (let task = nextTask(emulator); task && task.at <= until; task = nextTask(emulator)) {
    emulator.at = state.doneUntil = Math.max(task.at, state.doneUntil)
    task.run()
    isChanged = true
  }
  delete emulator.at
  state.doneUntil = until
  if (isChanged) saveState(emulator)
}

function nextTask(emulator: Emulator): Task | undefined {
  const { subscriptions, sessions } = emulator.state
  const tasks = [...subscriptions.values()].flatMap((subscription) => tasksOf(emulator, subscription))
  for (const { id, status, expires_at } of sessions.values())
    if (status === 'open') tasks.push({ at: expires_at, run: () => expireSession(emulator, {}, id) })
  return tasks.sort((a, b) => a.at - b.at)[0]
}

/** `advance` is an ISO 8601 duration or a number of seconds, and `to` an instant. */
export type Move = { advance?: string | number | undefined; to?: string | undefined }

/** More would take long, because all that becomes due by then happens. */
const maxYears = 10

export function moveClock(emulator: Emulator, { advance = 0, to }: Move) {
  const { state, options } = emulator
  const from = DateTime.fromMillis(Date.now() + state.offset, { zone: 'utc' })
  const target = to ? DateTime.fromISO(to) : from.plus(durationOf(advance))
  if (target < from) throw new EmulatorError(400, 'The clock never goes back')
  if (!(target <= from.plus({ years: maxYears })))
    throw new EmulatorError(400, `The clock moves by at most ${maxYears} years at a time`)
  state.offset = target.toMillis() - Date.now()
  options.onClock?.(target.toMillis())
  runDueTasks(emulator)
}

const durationOf = (advance: string | number) =>
  typeof advance === 'number' ? { seconds: advance } : Duration.fromISO(advance)
