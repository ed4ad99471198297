import { DateTime, Duration } from 'luxon'
import { expireSession } from './checkout.server'
import type { Session, Subscription } from './state.server'
import { nextOf } from './subscriptions.server'
import { now, type World } from './world.server'

/** What happens by itself, when, and what that leads to. */
type Due = { at: number; act: () => void; next: () => Due | undefined }

/** Does everything that has fallen due, in its order, each at its own time. */
export function catchUp(world: World) {
  const { state } = world
  const until = now(world)
  if (until <= state.doneUntil) return
  const queue = dueUntil(world, until)
  const isIdle = queue.length === 0
  for (let due = queue.shift(); due; due = queue.shift()) {
    world.at = Math.max(due.at, state.doneUntil)
    state.doneUntil = world.at
    due.act()
    const next = due.next()
    if (next && next.at <= until) insert(queue, next)
  }
  delete world.at
  state.doneUntil = Math.max(state.doneUntil, until)
  if (!isIdle) world.changed()
}

function dueUntil(world: World, until: number) {
  const { subscriptions, sessions } = world.state
  const all = [
    ...[...subscriptions.rows.values()].map((row) => ofSubscription(world, row)),
    ...[...sessions.rows.values()].map((row) => ofSession(world, row)),
  ]
  return all.filter((due): due is Due => due !== undefined && due.at <= until).sort((a, b) => a.at - b.at)
}

function ofSubscription(world: World, row: Subscription): Due | undefined {
  const due = nextOf(world, row, world.state.doneUntil)
  return due && { at: due.at, act: () => due.act(world, row), next: () => ofSubscription(world, row) }
}

function ofSession(world: World, row: Session): Due | undefined {
  if (row.status !== 'open') return undefined
  return { at: row.expires_at, act: () => void expireSession(world, row), next: () => undefined }
}

/** After all that are due at the same time. */
function insert(queue: Due[], due: Due) {
  let [low, high] = [0, queue.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((queue[middle]?.at ?? 0) <= due.at) low = middle + 1
    else high = middle
  }
  queue.splice(low, 0, due)
}

export type Move = { advance?: string | number | undefined; to?: string | undefined }

/** Where a move leads, in milliseconds, or why it is none. */
export function destination(world: World, move: Move): number | string {
  const from = DateTime.fromMillis(Date.now() + world.state.ahead, { zone: 'utc' })
  const instant = instantOf(from, move)
  if (!instant?.isValid) return "'advance' must be a duration such as 'P3D' or seconds, 'to' an instant"
  return instant < from ? 'The clock never goes back' : instant.toMillis()
}

function instantOf(from: DateTime, { advance, to }: Move) {
  if (to !== undefined) return DateTime.fromISO(to, { zone: 'utc' })
  if (typeof advance === 'number') return from.plus({ seconds: advance })
  const length = Duration.fromISO(advance ?? '')
  return length.isValid ? from.plus(length) : undefined
}

export function moveTo(world: World, instant: number) {
  world.state.ahead = instant - Date.now()
  world.options.onClock?.(instant)
  catchUp(world)
  world.changed()
}
