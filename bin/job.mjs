import { existsSync } from 'node:fs'
import { exitWithMessage, makeReady } from './ready.mjs'

/** Runs a job of the built app once, and ends. With the embedded database the server runs it. */
export async function runJob(name) {
  process.env.NODE_ENV ||= 'production'
  if (!process.env.DATABASE_URL) {
    const how = process.env.JOBS === 'off' ? `at POST /jobs/${name} alone` : 'itself, every hour'
    process.stdout.write(`With the embedded database the running server does this ${how}.\n`)
    return
  }
  // A container image has the build, but not the packages that `makeReady` would look for.
  if (!existsSync('build/sources')) makeReady({ build: true })
  const { commands } = await import('../build/server/index.js')
  await commands[name]().catch((error) => exitWithMessage(error.message))
}
