import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'
import { ownDatabase } from './database'
import './matchers'

const isLoopback = (url: string) => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)

/** Nothing under test may reach the network. */
const network = setupServer()

await ownDatabase()

beforeAll(() => {
  network.listen({
    onUnhandledRequest: (request, print) => {
      if (!isLoopback(request.url)) print.error()
    },
  })
})
afterAll(() => network.close())

/** What is written to the console is a complaint that nobody would read. */
beforeAll(() => {
  vi.spyOn(console, 'error')
  vi.spyOn(console, 'warn')
})
afterEach(() => {
  const complaints = [...vi.mocked(console.error).mock.calls, ...vi.mocked(console.warn).mock.calls]
  vi.mocked(console.error).mockClear()
  vi.mocked(console.warn).mockClear()
  expect(complaints).toEqual([])
})
