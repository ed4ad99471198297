import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { countRequests, pacer } from '~/http/pacer.server'

const work = (ms: number) => {
  for (const end = performance.now() + ms; performance.now() < end; );
}

/** A request that is being answered until `close` is emitted. */
function arrive() {
  const response = new EventEmitter()
  countRequests({} as never, response as never, () => {})
  return response
}

async function restOf(rest: () => Promise<void>) {
  work(20)
  const start = performance.now()
  await rest()
  return performance.now() - start
}

test('Long work waits while a request is being answered, but not for ever.', { retry: 3 }, async () => {
  const rest = pacer()
  expect(await restOf(rest)).toBeLessThan(40)
  const response = arrive()
  expect(await restOf(rest)).toBeGreaterThanOrEqual(59)
  setTimeout(() => response.emit('close'), 30)
  const waited = await restOf(rest)
  expect(waited).toBeGreaterThanOrEqual(9)
  expect(waited).toBeLessThan(59)
})

test('Work that is part of a request does not wait for that request.', { retry: 3 }, async () => {
  const rest = pacer(1)
  const own = arrive()
  expect(await restOf(rest)).toBeLessThan(40)
  const other = arrive()
  expect(await restOf(rest)).toBeGreaterThanOrEqual(59)
  for (const response of [own, other]) response.emit('close')
})

test('Short work does not rest.', { retry: 3 }, async () => {
  const rest = pacer()
  const response = arrive()
  const start = performance.now()
  await rest()
  expect(performance.now() - start).toBeLessThan(5)
  response.emit('close')
})
