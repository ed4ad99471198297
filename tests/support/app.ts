import type { AddressInfo } from 'node:net'

const kept = globalThis as { appUnderTest?: Promise<string> }
kept.appUnderTest ??= process.env.TEST_BASE_URL ? Promise.resolve(process.env.TEST_BASE_URL) : startApp()

/** Where the app under test is: in this process on a port of its own, or at TEST_BASE_URL. */
export const baseUrl = await kept.appUnderTest

async function startApp() {
  const { createApp } = await import('~/http/app.server')
  const { migrateDatabase } = await import('~/db/db.server')
  await migrateDatabase()
  const server = createApp().listen(0, '127.0.0.1')
  // Longer than a test that asks for nothing meanwhile: fetch would send into a connection that is just being closed.
  server.keepAliveTimeout = 65_000
  await new Promise((resolve) => server.once('listening', resolve))
  // As in `server.ts`: a test that writes for long finds its connection as it left it.
  server.keepAliveTimeout = 65_000
  server.unref()
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
