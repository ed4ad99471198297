import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostmark, type PostmarkEmulator } from '../dev/postmark'
import { type Emulator, open } from '../dev/support'
import { findProgram } from '../support/postgres.mjs'
import { runServer, startServer } from '../support/server.mjs'
import { type SharedDatabase, sharedDatabase } from '../support/shared-database'
import { register, storedSubscriptions, subscriptionsAtStripe } from './support'

const [dump = '', restore = ''] = ['pg_dump', 'pg_restore'].map(findProgram)
const database = dump && restore ? await sharedDatabase('restore') : undefined
const folder = mkdtempSync(join(tmpdir(), 'budkeeper-restore-'))
const operations = readFileSync('docs/operations.md', 'utf8')

describe.skipIf(!database)('a restored backup', () => {
  const { sql, url, stop } = (database ?? {}) as SharedDatabase
  let emulator: Emulator
  let postmark: PostmarkEmulator
  let app: Awaited<ReturnType<typeof startServer>>
  let env: Record<string, string>

  beforeAll(async () => {
    emulator = await open()
    postmark = await openPostmark()
    env = { DATABASE_URL: url, ...emulator.env, ...postmark.env }
    app = await startServer(env)
  })
  afterAll(async () => {
    await app.stop()
    await emulator.stop()
    await postmark.stop()
    await stop()
    rmSync(folder, { recursive: true })
  })

  async function person(name: string) {
    const client = await register(app.url, emulator, name)
    const subscribe = async () => client.get(`/dashboard/subscription?checkout=${await client.pay()}`)
    return { ...client, subscribe, mails: () => postmark.tagsTo(client.Email) }
  }

  /** The statement from docs/operations.md that makes all rows due for a sync. */
  const resetStatement = /`(update subscriptions set [^`]+)`/.exec(operations)?.[1] ?? ''

  test("equals Stripe's state after the job, and nobody gets the same mail again", async () => {
    const [ada, grace, eve] = [await person('ada'), await person('grace'), await person('eve')]
    for (const who of [ada, grace]) await who.subscribe()
    const session = await eve.checkout()
    const file = join(folder, 'backup')
    execFileSync(dump, ['-Fc', '-f', file, url])

    await ada.call('cancel')
    const { subscriptions } = await emulator.state()
    await emulator.setStatus(subscriptions[1]?.id ?? '', 'past_due')
    await emulator.finish(session)
    await expect.poll(ada.mails).toEqual(['subscription-canceled'])
    await app.stop()
    const args = ['-d', url, '--clean', '--if-exists', file]
    execFileSync(restore, args, { stdio: ['ignore', 'ignore', 'pipe'] })
    expect(await storedSubscriptions(sql)).not.toEqual(await subscriptionsAtStripe(emulator))

    await sql.unsafe(resetStatement)
    const withoutMail = { ...env, POSTMARK_SERVER_TOKEN: '', DATA_DIR: folder }
    const { code, output } = await runServer(withoutMail, 'bin/expire-trials.mjs').ended
    expect([code, output]).toEqual([0, expect.stringContaining('3 customers synced with Stripe, 0 failed')])
    expect(await storedSubscriptions(sql)).toEqual(await subscriptionsAtStripe(emulator))
    expect(await ada.mails()).toEqual(['subscription-canceled'])
    expect(await grace.mails()).toEqual([])
    expect(readdirSync(join(folder, 'mail'))).toHaveLength(2)
  })

  test('finds a customer created after the backup when the button is pressed again', async () => {
    app = await startServer(env)
    const joan = await person('joan')
    const before = await storedSubscriptions(sql)
    await joan.subscribe()
    await sql`delete from subscriptions where fetched_at = (select max(fetched_at) from subscriptions)`
    expect(await storedSubscriptions(sql)).toEqual(before)
    expect((await joan.call('create-checkout-session')).status).toBe(409)
    expect(await storedSubscriptions(sql)).toEqual(await subscriptionsAtStripe(emulator))
  })
})
