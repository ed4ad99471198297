import { existsSync } from 'node:fs'
import { leave, makeReady } from './ready.mjs'

process.env.NODE_ENV ||= 'production'

if (!process.env.DATABASE_URL) {
  process.stdout.write('With the embedded database the running server does this itself, every hour.\n')
} else {
  // An image has the build, and of the packages only what it needs.
  if (!existsSync('build/sources')) makeReady({ build: true })
  const { runTrialJob } = await import('../build/server/index.js')
  await runTrialJob().catch((error) => leave(error.message))
}
