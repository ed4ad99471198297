import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { ensureAdmin } from '~/account/accounts/registration.server'
import { readKeptForm } from '~/account/accounts/sessions.server'
import { pricePence } from '~/account/billing/plan'
import { connectStripe, isStripeConfigured } from '~/account/billing/stripe.server'
import { clock } from '~/base/db/clock.server'
import { closeDatabase, migrateDatabase } from '~/base/db/db.server'
import { releaseOldLeases } from '~/base/db/leases.server'
import { createApp, type Development } from '~/base/http/app.server'
import { allowFormsTo } from '~/base/http/security-headers.server'
import {
  inBackground,
  stopLongTasks,
  stopSignal,
  waitForBackgroundTasks,
} from '~/base/node/background.server'
import { env, inMemory } from '~/base/node/env.server'
import { flushLog, log } from '~/base/node/log.server'
import { releaseOldDeliveries } from '~/integrations/webhooks/deliveries.server'
import { moveClock, startJobs } from '~/jobs/jobs.server'
import { isFirstStartDone } from '~drizzle/first-start'
import { planSamples, seedAccounts, seedContent, seedSubscriptions } from '~drizzle/seed'
import { listen } from './bin/listen.mjs'

export { setAdminPassword } from '~/account/accounts/admin-password.server'
export { commands } from '~/jobs/jobs.server'

const shutdownTimeout = 9_500

/** Prepares the database and serves until SIGTERM or SIGINT. */
export async function serve(development?: Development) {
  await migrateDatabase()
  await releaseOldLeases()
  await releaseOldDeliveries()
  await clock.advanceTo(new Date())
  await planSamples({ hasEmulator })
  if (env.ADMIN_EMAIL && env.ADMIN_PASSWORD) await ensureAdmin(env.ADMIN_EMAIL, env.ADMIN_PASSWORD)
  if (env.API_RATE_LIMIT === 0)
    log.warn(
      'API_RATE_LIMIT is 0: the rate limit and the throttles of sign-in, registration and contact are off',
    )
  const server = createApp(readKeptForm, development)
  const sockets = trackSockets(server)
  const origin = await startListening(server)
  const stopJobs = startJobs()
  const starting = prepare(origin)
  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), shutdownTimeout).unref()
    log.info('stopping')
    stopJobs()
    await close(server, sockets)
    stopLongTasks()
    const { emulator } = await starting
    await waitForBackgroundTasks()
    await emulator?.stop()
    await closeDatabase()
    process.exit(0)
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  const { emulator, hints, areShown } = await starting
  flushLog()
  await print(`\nBudkeeper is at ${origin}\n${hints.join('\n')}\n`)
  // The next start makes and prints new passwords.
  if (stopSignal.aborted) return
  inBackground('sample accounts', async () => {
    await areShown()
    if (emulator) await seedSubscriptions(emulator.addSample)
    log.debug((await isFirstStartDone()) ? 'sample data complete' : 'sample data not complete')
  })
}

/** Starts the emulator and fills an empty database, while the server already answers. */
async function prepare(origin: string) {
  const emulator = hasEmulator ? await emulateStripe(origin) : undefined
  await seedContent()
  const { hints, areShown } = await seedAccounts({ hasEmulator })
  if (emulator)
    hints.push(
      `Payments are simulated, and nothing is charged: clock and commands at ${emulator.url}/emulator`,
    )
  return { emulator, hints, areShown }
}

/** Resolves when the text is written. */
const print = (text: string) => new Promise((resolve) => process.stdout.write(text, resolve))

/** Starts to listen. Resolves to the server's URL on this machine. */
async function startListening(server: Server) {
  // Longer than proxies keep a connection. Otherwise they would send requests on connections that are being closed.
  server.keepAliveTimeout = 65_000
  await listen(server, { port: env.PORT, host: env.HOST })
  const { address, family, port } = server.address() as AddressInfo
  const host = address === '::' || address === '0.0.0.0' ? 'localhost' : address
  return `http://${family === 'IPv6' && host !== 'localhost' ? `[${host}]` : host}:${port}`
}

function trackSockets(server: Server) {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return sockets
}

/** Closes the server after the requests in flight. Closes idle connections, which would keep it open for a minute. */
async function close(server: Server, sockets: Set<Socket>) {
  const sweep = setInterval(() => {
    server.closeIdleConnections()
    // For Node a connection is not idle before its first request.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }, 50)
  await new Promise((resolve) => server.close(resolve))
  clearInterval(sweep)
}

/** Production with a PostgreSQL server: it may have real customers, so payments are never simulated. */
const isRealInstallation = env.NODE_ENV === 'production' && env.DATABASE_URL !== undefined
const hasEmulator = !isStripeConfigured() && !isRealInstallation

/** Without keys, an emulator replaces Stripe, and nothing is charged. Only this function loads the emulator's code. */
async function emulateStripe(origin: string) {
  const { addSample, emulatorKeys, startStripeEmulator } = await import('./dev/stripe-emulator.server')
  const webhookSecret = `whsec_${randomBytes(24).toString('hex')}`
  const emulator = await startStripeEmulator({
    amount: pricePence,
    ...(env.DATA_DIR !== inMemory && { file: join(env.DATA_DIR, 'stripe-emulator.json') }),
    webhookUrl: `${origin}/webhooks/stripe`,
    webhookSecret,
    onClock: moveClock,
    onUnsaved: (err) => log.error({ err }, 'state of the Stripe emulator not stored'),
  })
  const { secretKey: key, priceId } = emulatorKeys
  connectStripe({ key, priceId, webhookSecret, base: emulator.url })
  allowFormsTo(emulator.url)
  return { ...emulator, addSample: (sample: Parameters<typeof addSample>[1]) => addSample(emulator, sample) }
}
