import { leave, makeReady } from './ready.mjs'

process.env.NODE_ENV ||= 'production'

if (!process.env.DATABASE_URL) {
  process.stdout.write('With the embedded database the running server does this itself, every hour.\n')
} else {
  makeReady({ build: true })
  const { runTrialJob } = await import('../build/server/index.js')
  await runTrialJob().catch((error) => leave(error.message))
}
