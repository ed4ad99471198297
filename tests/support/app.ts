import type { AddressInfo } from 'node:net'

const shared = globalThis as { appUnderTest?: Promise<string> }
shared.appUnderTest ??= process.env.TEST_BASE_URL ? Promise.resolve(process.env.TEST_BASE_URL) : startApp()

/** The origin of the app under test: TEST_BASE_URL, or an app in this process on a random port. */
export const baseUrl = await shared.appUnderTest

async function startApp() {
  const { createApp } = await import('~/base/http/app.server')
  const { readKeptForm } = await import('~/account/accounts/sessions.server')
  const { migrateDatabase } = await import('~/base/db/db.server')
  // The first request that needs one of these waits for it, on a busy machine longer than a request may take.
  await Promise.all([import('@modelcontextprotocol/server'), import('@simplewebauthn/server')])
  await migrateDatabase()
  const server = createApp(readKeptForm).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  // It closes no idle connection, which fetch could use again in the same moment. With 0, `server.timeout` would end it.
  server.keepAliveTimeout = 24 * 3_600_000
  server.unref()
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
