import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { type Load, useLoadedEvents } from '~/calendar/loaded-events'
import type { CalendarEvent } from '~/events/event-input.server'

afterEach(cleanup)

const november = { from: '2026-11-01T00:00', to: '2026-12-01T00:00' }
const december = { from: '2026-12-01T00:00', to: '2027-01-01T00:00' }

const event = (_id: string, startDate: string, endDate = startDate): CalendarEvent => ({
  _id,
  Name: _id,
  Location: 'Bristol',
  Eventtype: 'Social',
  startDate,
  endDate,
})

const a = event('a', '2026-11-03T10:00')
const b = event('b', '2026-11-30T10:00', '2026-12-02T10:00')
const c = event('c', '2026-12-05T10:00')

function open(load: Load) {
  const hook = renderHook(({ load, shown }) => useLoadedEvents(load, shown), {
    initialProps: { load: load as Load | null, shown: november },
  })
  const names = () => hook.result.current.events.map(({ Name }) => Name).join(' ')
  const newIds = () => [...hook.result.current.newIds].join(' ')
  return { ...hook, names, newIds }
}

describe('the calendar knows', () => {
  test('the events of its range by their start, whatever was loaded around it', () => {
    const { names } = open({ ...november, events: [b, c, a] })
    expect(names()).toBe('a b')
  })

  test('at once what it has seen of another range, then what has newIds', () => {
    const { names, newIds, rerender } = open({ ...november, events: [a, b] })
    rerender({ load: { ...november, events: [a, b] }, shown: december })
    expect(names()).toBe('b')
    rerender({ load: { ...december, events: [b, c] }, shown: december })
    expect(names()).toBe('b c')
    expect(newIds()).toBe('c')
  })

  test('no longer what the newest load of its time does not tell of', () => {
    const { names, rerender } = open({ ...november, events: [a, b] })
    rerender({ load: { ...november, events: [b] }, shown: november })
    expect(names()).toBe('b')
  })

  test('what has changed, and where it has gone', () => {
    const { names, result, rerender } = open({ ...november, events: [a, b] })
    const moved = { ...a, Name: 'later', startDate: '2026-12-08T10:00', endDate: '2026-12-08T11:00' }
    rerender({ load: { ...december, events: [b, moved] }, shown: november })
    expect(names()).toBe('b')
    rerender({ load: { ...december, events: [b, moved] }, shown: december })
    expect(names()).toBe('b later')
    expect(result.current.events).toContain(moved)
  })

  test('all that it knew when a load fails', () => {
    const { names, rerender } = open({ ...november, events: [a, b] })
    rerender({ load: null, shown: november })
    expect(names()).toBe('a b')
    rerender({ load: null, shown: december })
    expect(names()).toBe('b')
  })

  test('the same when nothing has changed, so that nothing is drawn again', () => {
    const { result, rerender } = open({ ...november, events: [a, b] })
    const before = result.current.events
    rerender({ load: { ...november, events: [{ ...a }, { ...b }] }, shown: november })
    expect(result.current.events).toBe(before)
  })
})
