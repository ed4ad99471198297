import { DateTime, Duration } from 'luxon'
import { type Due, nextDue } from './billing-cycle.server'
import { expireSession } from './checkout.server'
import { EmulatorError } from './errors.server'
import { type Emulator, now, saveState } from './state.server'

type Entry = { due: Due; next: () => Due | undefined }

/** Does everything that has become due, in its order, each at its own time. */
export function catchUp(emulator: Emulator) {
  const { state } = emulator
  const until = now(emulator)
  if (until <= state.doneUntil) return
  const entries = pending(emulator)
  let isChanged = false
  for (;;) {
    entries.sort((a, b) => a.due.at - b.due.at)
    const entry = entries.shift()
    if (!entry || entry.due.at > until) break
    emulator.at = state.doneUntil = Math.max(entry.due.at, state.doneUntil)
    entry.due.act()
    isChanged = true
    const due = entry.next()
    if (due) entries.push({ ...entry, due })
  }
  delete emulator.at
  state.doneUntil = until
  if (isChanged) saveState(emulator)
}

function pending(emulator: Emulator) {
  const { state } = emulator
  const entries: Entry[] = []
  const add = (next: () => Due | undefined) => {
    const due = next()
    if (due) entries.push({ due, next })
  }
  for (const row of state.subscriptions.values()) add(() => nextDue(emulator, row, state.doneUntil))
  for (const row of state.sessions.values()) {
    const act = () => void expireSession(emulator, row.id)
    add(() => (row.status === 'open' ? { at: row.expires_at, act } : undefined))
  }
  return entries
}

export type Move = { advance?: string | number | undefined; to?: string | undefined }

export function moveClock(emulator: Emulator, move: Move) {
  const from = DateTime.fromMillis(Date.now() + emulator.state.offset, { zone: 'utc' })
  const to = target(from, move)
  if (!to?.isValid) {
    const message = "'advance' must be a duration such as 'P3D' or seconds, 'to' an instant"
    throw new EmulatorError(400, message)
  }
  if (to < from) throw new EmulatorError(400, 'The clock never goes back')
  emulator.state.offset = to.toMillis() - Date.now()
  emulator.options.onClock?.(to.toMillis())
  catchUp(emulator)
}

function target(from: DateTime, { advance, to }: Move) {
  if (to !== undefined) return DateTime.fromISO(to, { zone: 'utc' })
  if (typeof advance === 'number') return from.plus({ seconds: advance })
  const duration = Duration.fromISO(advance ?? '')
  return duration.isValid ? from.plus(duration) : undefined
}
