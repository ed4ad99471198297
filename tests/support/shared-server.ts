import type { TestProject } from 'vitest/node'
import { admin, testEnv } from './env.mjs'
import { startServer } from './server.mjs'

/** Starts the server that the browser tests share. Its time zone differs from those of most browsers. */
export default async function setup({ provide }: TestProject) {
  if (process.env.TEST_BASE_URL) return
  const server = await startServer({ ...testEnv(), ...admin, TZ: 'Asia/Kolkata' })
  provide('sharedServer', server.url)
  return () => server.stop()
}
