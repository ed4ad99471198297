import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openPostmark, type PostmarkEmulator } from '../dev/postmark'
import { runServer, startServer } from '../support/server.mjs'
import { isFullRun, peakMemory, type SharedDatabase, sharedDatabase } from '../support/shared-database'

const database = await sharedDatabase('trial_job')
const trials = isFullRun ? 100_000 : 2_000
const command = 'bin/expire-trials.mjs'

describe.skipIf(!database)('the trial expiry job', () => {
  let postmark: PostmarkEmulator
  let env: Record<string, string>
  const { copy, ...filled } = (database ?? {}) as SharedDatabase
  let { sql, stop } = filled

  // Of ten trials, five are over (one is of a test account), two end within three days, and three last longer.
  beforeAll(async () => {
    env = { DATABASE_URL: filled.url, DEMO_ACCOUNT: 'off' }
    await (await startServer(env)).stop()
    await sql`
      insert into users (id, first_name, email, trial_ends_at, is_test_account)
      select gen_random_uuid(), 'Ada', 'trial' || n || '@example.com',
        now() + case when n % 10 < 4 or n % 10 = 9 then interval '-1 day' when n % 10 < 6 then interval '2 days'
          else interval '9 days' end, n % 10 = 9
      from generate_series(1, ${trials}) n`
    await stop()
  }, 600_000)
  beforeEach(async () => {
    postmark = await openPostmark()
    const own = await copy()
    sql = own.sql
    stop = own.stop
    Object.assign(env, { DATABASE_URL: own.url, ...postmark.env })
  })
  afterEach(async () => {
    await Promise.all(runs.splice(0).map((run) => run.stop('SIGKILL')))
    await postmark.stop()
    await stop()
  })

  const runs: ReturnType<typeof runServer>[] = []

  function start() {
    const run = runServer(env, command)
    runs.push(run)
    return run
  }

  async function timed(run = start()) {
    const started = performance.now()
    let memory = 0
    const timer = setInterval(() => {
      memory = Math.max(memory, peakMemory(run.pid))
    }, 50)
    const { code, output } = await run.ended
    clearInterval(timer)
    return { code, output, memory: Math.round(memory), seconds: (performance.now() - started) / 1_000 }
  }

  /** Checks that every trial has the right status, and that every user got the right mail exactly once. */
  async function expectAllDone() {
    const states = await sql`select trial_status, count(*)::int as n from users group by 1 order by 1`
    expect(states.map((row) => ({ ...row }))).toEqual([
      { trial_status: 'canceled', n: trials * 0.5 },
      { trial_status: 'ending', n: trials * 0.2 },
      { trial_status: 'trialing', n: trials * 0.3 },
    ])
    const wrong = await sql`select 1 from users where (trial_status = 'canceled') <> (trial_ends_at <= now())`
    expect(wrong).toHaveLength(0)
    const mails = await sql`select kind, state, count(*)::int as n, count(distinct user_id)::int as people
      from mails group by 1, 2 order by 1`
    expect(mails.map((row) => ({ ...row }))).toEqual([
      { kind: 'trial-ended', state: 'sent', n: trials * 0.4, people: trials * 0.4 },
      { kind: 'trial-ending', state: 'sent', n: trials * 0.2, people: trials * 0.2 },
    ])
    expect(postmark.mails.length).toBe(trials * 0.6)
    expectNoDuplicates()
  }

  /** Checks that Postmark got at most one mail for each address. */
  function expectNoDuplicates() {
    expect(new Set(postmark.mails.map(({ To }) => To)).size).toBe(postmark.mails.length)
  }

  test(`${trials} trials get the right state and one mail each, and the job prints a summary`, async () => {
    const { code, output, seconds, memory } = await timed()
    process.stdout.write(`${JSON.stringify({ trials, seconds, memory })}\n`)
    expect(code).toBe(0)
    expect(output).toContain(
      `${trials * 0.5} trials ended, ${trials * 0.2} end soon, 0 customers synced with Stripe, 0 failed, ${trials * 0.6} mails sent.`,
    )
    await expectAllDone()
    const again = await timed()
    expect(again.output).toContain('0 trials ended, 0 end soon')
    expect(again.output).toContain('0 mails sent.')
    await expectAllDone()
    // Node.js 24 alone takes twice as much as Node.js 20.
    expect(memory - again.memory).toBeLessThan(200)
  }, 900_000)

  test('of two simultaneous runs one does the work and the other says that the job is already running', async () => {
    const outputs = (await Promise.all([timed(), timed()])).map(({ output }) => output)
    for (const text of ['mails sent.', 'Another process is already running the job.']) {
      expect(outputs.filter((output) => output.includes(text))).toHaveLength(1)
    }
    await expectAllDone()
  }, 900_000)

  test('skips locked trials and mails, and processes the others', async () => {
    await sql`insert into mails (id, kind, user_id, about, at)
      select gen_random_uuid(), 'trial-ended', id, 'trial', now() from users where email = 'trial1@example.com'`
    await sql.begin(async (lock) => {
      await lock`select 1 from users where email = 'trial2@example.com' for update`
      await lock`select 1 from mails for update`
      const { code, output } = await timed()
      expect([code, code ? output.slice(-1_500) : '']).toEqual([0, ''])
      expect(output).toContain(`${trials * 0.5 - 1} trials ended`)
      expect(output).toContain(`${trials * 0.6 - 2} mails sent`)
    })
    expect((await timed()).output).toMatch(/1 trials ended, .* 2 mails sent/)
    await expectAllDone()
  }, 900_000)

  test("sends no mail twice after it was killed before Postmark's response to a batch", async () => {
    await postmark.faults.fail('no response, processed', 1)
    const run = start()
    await expect.poll(() => postmark.mails.length, { interval: 20 }).toBeGreaterThan(0)
    await run.stop('SIGKILL')
    const [left] = await sql`select count(*)::int as n from mails where state = 'sent'`
    expect([left?.n, postmark.mails.length]).toEqual([0, 500])
    await finish()
  }, 900_000)

  test('completes all work after it was killed several times', async () => {
    const steps = [
      () => sql`select count(*) > ${trials * 0.2} as "is" from users where trial_status = 'canceled'`,
      () => sql`select count(*) > ${trials * 0.2} as "is" from mails where state = 'sent'`,
    ]
    for (const step of steps) {
      const run = start()
      const isThere = async () => (await step())[0]?.is
      await expect.poll(isThere, { timeout: 300_000, interval: isFullRun ? 200 : 20 }).toBe(true)
      await run.stop('SIGKILL')
      const left = await sql`select state, count(*)::int as n from mails group by 1 order by 1`
      process.stdout.write(`killed at ${JSON.stringify(left)}\n`)
      await expireLeases()
    }
    await finish()
  }, 900_000)

  /** Runs the job twice: the second run recovers mails whose outcome was unknown. */
  async function finish() {
    for (let n = 0; n < 2; n++) {
      await expireLeases()
      await timed()
    }
    await expectAllDone()
  }

  /** Lets leases expire, and makes unsent mails due. */
  async function expireLeases() {
    await sql`update leases set expires_at = now() - interval '1 second'`
    await sql`update mails set at = at - interval '1 hour' where state in ('sending', 'pending')`
  }
})

test('with the embedded database the command says that the server runs the job', async () => {
  const { code, output } = await runServer({ DATABASE_URL: '' }, command).ended
  expect(code).toBe(0)
  expect(output).toBe('With the embedded database the running server does this itself, every hour.\n')
})
