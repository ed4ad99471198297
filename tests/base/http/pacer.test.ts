import { EventEmitter } from 'node:events'
import { beforeEach, expect, test, vi } from 'vitest'
import { countRequests, pacer } from '~/base/node/pacer.server'

/** The clock of these tests: each look at it takes a millisecond, and nothing else does. */
let clock = 0
let atEnd = () => {}
let end = Number.POSITIVE_INFINITY
beforeEach(() => {
  end = Number.POSITIVE_INFINITY
  const now = vi.spyOn(performance, 'now').mockImplementation(() => {
    if (clock >= end) atEnd()
    return clock++
  })
  return () => now.mockRestore()
})

const work = (ms: number) => {
  clock += ms
}

/** A request that is being answered until `close` is emitted. */
function arrive() {
  const response = new EventEmitter()
  countRequests({} as never, response as never, () => {})
  return response
}

async function pauseOf(yieldToRequests: () => Promise<void>) {
  work(20)
  const start = clock
  await yieldToRequests()
  return clock - start
}

test('Long work waits while a request is being answered, but not for ever.', async () => {
  const yieldToRequests = pacer()
  expect(await pauseOf(yieldToRequests)).toBe(2)
  const response = arrive()
  const longest = await pauseOf(yieldToRequests)
  expect(longest).toBeGreaterThan(60)
  expect(longest).toBeLessThan(70)
  end = clock + 20 + 30
  atEnd = () => response.emit('close')
  const waited = await pauseOf(yieldToRequests)
  expect(waited).toBeGreaterThan(30)
  expect(waited).toBeLessThan(35)
})

test('Work that is part of a request does not wait for that request.', async () => {
  const yieldToRequests = pacer(1)
  const own = arrive()
  expect(await pauseOf(yieldToRequests)).toBe(2)
  const other = arrive()
  expect(await pauseOf(yieldToRequests)).toBeGreaterThan(60)
  for (const response of [own, other]) response.emit('close')
})

test('Short work does not pause.', async () => {
  const yieldToRequests = pacer()
  const response = arrive()
  const start = clock
  await yieldToRequests()
  expect(clock - start).toBe(1)
  response.emit('close')
})
