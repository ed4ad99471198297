import fc from 'fast-check'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'
import { createWorkerDatabase } from './database'
import { options } from './fuzz-options'
import './matchers'

/** A property test without a seed of its own has that of all others. */
fc.configureGlobal({ seed: options.seed })

const isLoopback = (url: string) => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)

/** The app's database in memory is a copy of a stored one, because PGlite needs seconds to create a new one. */
vi.mock('@electric-sql/pglite', async (importOriginal) => {
  const { PGlite } = await importOriginal<typeof import('@electric-sql/pglite')>()
  const { emptyDatabase } = await import('./empty-database.mjs')
  const loadDataDir = await emptyDatabase(PGlite)
  return {
    PGlite: class extends PGlite {
      constructor(dataDir: string) {
        super(dataDir, { loadDataDir })
      }
    },
  }
})

/** A request to the network fails the test. */
const network = setupServer()

await createWorkerDatabase()
// The outbox sends only kinds that are registered.
await import('~/jobs/mails.server')

beforeAll(() => {
  network.listen({
    onUnhandledRequest: (request, print) => {
      if (!isLoopback(request.url)) print.error()
    },
  })
})
afterAll(() => network.close())

/** An error or warning on the console fails the test. */
beforeAll(() => {
  vi.spyOn(console, 'error')
  vi.spyOn(console, 'warn')
})
afterEach(() => {
  const messages = [...vi.mocked(console.error).mock.calls, ...vi.mocked(console.warn).mock.calls]
  vi.mocked(console.error).mockClear()
  vi.mocked(console.warn).mockClear()
  expect(messages).toEqual([])
})
