import { existsSync } from 'node:fs'
import { exitWithMessage, makeReady } from './ready.mjs'

process.env.NODE_ENV ||= 'production'

if (!process.env.DATABASE_URL) {
  process.stdout.write('With the embedded database the running server does this itself, every hour.\n')
} else {
  // A container image has the build, but not the packages that `makeReady` would look for.
  if (!existsSync('build/sources')) makeReady({ build: true })
  const { runTrialJob } = await import('../build/server/index.js')
  await runTrialJob().catch((error) => exitWithMessage(error.message))
}
