import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import * as build from 'virtual:remix/server-build'
import type { ServerBuild } from '@remix-run/node'
import compression from 'compression'
import express, { type RequestHandler } from 'express'
import sirv from 'sirv'
import { ensureAdmin } from '~/accounts/ensure-admin.server'
import { pricePence } from '~/billing/plan'
import { connectStripe, isStripeConfigured } from '~/billing/stripe.server'
import { expireTrials, type Summary } from '~/billing/trials.server'
import { clock } from '~/db/clock.server'
import { closeDatabase, isDatabaseReady, migrateDatabase } from '~/db/db.server'
import { backgroundWorkDone, inBackground } from '~/http/background.server'
import { env, inMemory } from '~/http/env.server'
import {
  allowFormsTo,
  answerWithin,
  hearOut,
  readableAddressesOnly,
  redirectsNotStored,
  requestLog,
  sameOriginOnly,
  securityHeaders,
  stalledAfter,
  unforeseen,
  usualMethodsOnly,
} from '~/http/http.server'
import { log } from '~/http/log.server'
import { doors, keptPagesFirst } from '~/http/routers.server'
import { startJobs } from '~/jobs/jobs.server'
import { seedDatabase } from '~drizzle/seed'

const clientFiles = 'build/client'
const shutdownWithin = 10_000

type Options = {
  build?: () => Promise<ServerBuild>
  /** Answers what the development server serves from the sources. */
  sources?: RequestHandler
}

export function createApp(options: Options = {}) {
  const server = createServer(keptPagesFirst(everythingElse(options)))
  server.timeout = stalledAfter
  return server
}

function everythingElse({ build: currentBuild, sources }: Options) {
  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', env.TRUST_PROXY)
  app.set('query parser', false)

  app.get('/healthz', (_request, response) => void response.json({ status: 'ok' }))
  app.get('/readyz', answerWithin(2_500), async (_request, response) => {
    const isReady = await isDatabaseReady()
    if (response.headersSent) return
    response.status(isReady ? 200 : 503).json({ status: isReady ? 'ok' : 'database unavailable' })
  })
  app.use(requestLog, securityHeaders, answerWithin(4_200), hearOut, usualMethodsOnly, readableAddressesOnly)
  app.use(sources ?? staticFiles())
  app.use(sameOriginOnly, redirectsNotStored, compressed)
  app.use(currentBuild ? builtAnew(currentBuild) : doors(build))
  app.use(unforeseen)
  return app
}

const compress = compression()

/** Programs that ask for nothing compressed don't pay for it. */
const compressed: RequestHandler = (request, response, next) => {
  if (request.headers['accept-encoding']) return compress(request, response, next)
  response.vary('Accept-Encoding')
  next()
}

function builtAnew(currentBuild: () => Promise<ServerBuild>): RequestHandler {
  return async (request, response, next) => doors(await currentBuild())(request, response, next)
}

/** Hashed files never change; the build has compressed them beforehand. */
function staticFiles(): RequestHandler {
  return sirv(clientFiles, {
    brotli: true,
    gzip: true,
    setHeaders: (response, pathname) => {
      const isHashed = pathname.startsWith('/assets/')
      response.setHeader('Cache-Control', `public, max-age=${isHashed ? '31536000, immutable' : '3600'}`)
    },
  })
}

/** Where people pay, no payment is simulated. */
const isRealInstallation = env.NODE_ENV === 'production' && env.DATABASE_URL !== undefined

/** Without keys an emulator responds in place of Stripe, and nothing is charged. Its code is not loaded otherwise. */
async function emulateStripe(origin: string) {
  const { emulatorKeys, startStripeEmulator } = await import('~/emulators/stripe-emulator.server')
  const webhookSecret = `whsec_${randomBytes(24).toString('hex')}`
  const emulator = await startStripeEmulator({
    amount: pricePence,
    ...(env.DATA_DIR !== inMemory && { file: join(env.DATA_DIR, 'stripe-emulator.json') }),
    webhookUrl: `${origin}/webhooks/stripe`,
    webhookSecret,
    onClock,
  })
  const { secretKey: key, priceId } = emulatorKeys
  connectStripe({ key, priceId, webhookSecret, base: emulator.url })
  allowFormsTo(emulator.url)
  return emulator
}

async function hintsOf(emulator: string, isNew: boolean) {
  const { seedSubscribers } = await import('~drizzle/demo/subscribers')
  const accounts = isNew ? [await seedSubscribers(emulator)] : []
  return [
    ...accounts,
    `Payments are simulated, and nothing is charged: clock and commands at ${emulator}/emulator`,
  ]
}

/** What the moved time makes due is done at once, not within the hour; a job that has begun before may have passed it by. */
function onClock(time: number) {
  clock.advanceTo(new Date(time))
  inBackground('clock', async () => void (await expireTrials({ wait: 60_000 })))
}

/** An address of this server's own that reaches it from this machine. */
function originOf({ address, family, port }: AddressInfo) {
  const host = address === '::' || address === '0.0.0.0' ? 'localhost' : address
  return `http://${family === 'IPv6' && host !== 'localhost' ? `[${host}]` : host}:${port}`
}

/** The trial expiry job as a command; says what it did. */
export async function runTrialJob() {
  const done = await expireTrials().finally(closeDatabase)
  process.stdout.write(`${done ? sentenceOf(done) : 'Another process is at it already.'}\n`)
}

function sentenceOf({ ended, announced, reconciled, failed, mails }: Summary) {
  const asked = `${reconciled + failed} customers asked for at Stripe, ${failed} of them in vain`
  return `${ended} trials ended, ${announced} announced to end, ${asked}, ${mails} mails sent.`
}

/** Prepares the database and serves until SIGTERM or SIGINT. */
export async function serve(options: Options = {}) {
  await migrateDatabase()
  const { hints, isNew } = await seedDatabase()
  if (env.ADMIN_EMAIL && env.ADMIN_PASSWORD) await ensureAdmin(env.ADMIN_EMAIL, env.ADMIN_PASSWORD)
  if (env.API_RATE_LIMIT === 0)
    log.warn('API_RATE_LIMIT is 0: every limit is off, also of guesses at passwords')
  const server = createApp(options)
  // Longer than a proxy keeps a connection, or it would send a request into one that is just being closed.
  server.keepAliveTimeout = 65_000
  const stopJobs = startJobs()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port: env.PORT, host: env.HOST }, resolve)
  })
  const origin = originOf(server.address() as AddressInfo)
  const emulator = isStripeConfigured() || isRealInstallation ? undefined : await emulateStripe(origin)
  if (emulator) hints.push(...(await hintsOf(emulator.url, isNew)))
  process.stdout.write(`\nBudkeeper is at ${origin}\n${hints.join('\n')}\n`)

  const stop = async () => {
    setTimeout(() => process.exit(1), shutdownWithin - 500).unref()
    log.info('stopping')
    stopJobs()
    // What is in flight now leaves an idle connection behind, which would keep the server for a minute.
    const sweep = setInterval(() => server.closeIdleConnections(), 50)
    await new Promise((resolve) => server.close(resolve))
    clearInterval(sweep)
    await backgroundWorkDone()
    await emulator?.stop()
    await closeDatabase()
    process.exit(0)
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  return server
}
