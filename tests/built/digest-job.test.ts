import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openPostmark, type PostmarkEmulator } from '../dev/postmark'
import { runServer, startServer } from '../support/server.mjs'
import { isFullRun, peakMemory, type SharedDatabase, sharedDatabase } from '../support/shared-database'

const database = await sharedDatabase('digest_job')
const readers = isFullRun ? 100_000 : 2_000
/** Of ten readers, eight have something to say. */
const digests = readers * 0.8
const kills = isFullRun ? 20 : 4
const command = 'bin/remind.mjs'

describe.skipIf(!database)('the reminder job', () => {
  let postmark: PostmarkEmulator
  let env: Record<string, string>
  const { copy, ...filled } = (database ?? {}) as SharedDatabase
  let { sql, stop } = filled

  /**
   * All digests are due. Of ten readers, two have five overdue buds with notes, five have one, one has a date of today,
   * one has nothing to say and one has an address that is not verified.
   */
  beforeAll(async () => {
    env = { DATABASE_URL: filled.url, DEMO_ACCOUNT: 'off' }
    await (await startServer(env)).stop()
    // 9:00 to 13:00 in some zone at any time of the day, so that no digest is too late.
    const [zone] = await sql`select name from pg_timezone_names
      where name like 'Etc/GMT%' and extract(hour from now() at time zone name) between 9 and 13 limit 1`
    await sql`
      insert into users (id, first_name, email, verified_email, trial_ends_at, time_zone, digest, next_digest_at)
      select gen_random_uuid(), 'Reader ' || n, 'reader' || n || '@example.com',
        case when n % 10 < 9 then 'reader' || n || '@example.com' end, now() + interval '9 days', ${zone?.name},
        'daily', now() - interval '1 minute'
      from generate_series(1, ${readers}) n`
    await sql.begin(async (tx) => {
      // Fills the tables without the triggers, which would take longer than the job.
      await tx`set local session_replication_role = replica`
      await tx`
        insert into buds (owner_id, id, first_name, surname, cadence_days, dates)
        select users.id, gen_random_uuid(), 'Grace', 'Number ' || b, 14, '[]'
        from users, generate_series(1, case when right(first_name, 1) in ('0', '1') then 5 else 1 end) b
        where right(first_name, 1) not in ('8')`
      await tx`
        insert into contact_status (owner_id, bud_id, cadence_days, due_on)
        select owner_id, buds.id, 14, (now() - interval '20 days')::date
        from buds join users on users.id = owner_id where right(users.first_name, 1) <> '7'`
      await tx`
        insert into bud_dates (owner_id, bud_id, n, month_day, year, label)
        select owner_id, buds.id, 1, extract(month from local) * 100 + extract(day from local), 1990, 'Birthday'
        from buds join users on users.id = owner_id, lateral (select now() at time zone time_zone as local) clock
        where right(users.first_name, 1) = '7'`
      await tx`
        insert into interactions (owner_id, id, kind, on_day, note)
        select owner_id, id, 'call', (now() - interval '34 days')::date, repeat('We talked about the harbour. ', 5)
        from buds where surname = 'Number 2'`
      await tx`insert into interaction_buds (owner_id, interaction_id, bud_id) select owner_id, id, id
        from buds where surname = 'Number 2'`
    })
    await sql`analyze`
    await stop()
  }, 900_000)
  beforeEach(async () => {
    postmark = await openPostmark({ keepsBodies: false })
    const own = await copy()
    sql = own.sql
    stop = own.stop
    Object.assign(env, { DATABASE_URL: own.url, ...postmark.env, LOG_LEVEL: 'warn' })
  }, 600_000)
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

  /** Checks that exactly the readers with something to say got a mail, and each got one. */
  async function expectAllDone() {
    const [left] = await sql`select count(*)::int as n from users where next_digest_at <= now()`
    expect(left?.n).toBe(0)
    const rows = await sql`select kind, state, count(*)::int as n, count(distinct user_id)::int as people
      from mails group by 1, 2`
    expect(rows.map((row) => ({ ...row }))).toEqual([
      { kind: 'digest', state: 'sent', n: digests, people: digests },
    ])
    expect(postmark.mails.length).toBe(digests)
    const addresses = new Set(postmark.mails.map(({ To }) => To))
    expect(addresses.size).toBe(digests)
    for (const address of addresses) expect(address).toMatch(/^reader\d*[0-7]@/)
    expect(new Set(postmark.mails.map(({ MessageStream }) => MessageStream))).toEqual(new Set(['broadcast']))
    const [stored] = await sql`select count(distinct token_hash)::int as n from links`
    expect(stored?.n).toBeGreaterThanOrEqual(digests)
  }

  test(`${readers} digests that are due leave once, and the job prints a summary`, async () => {
    const { code, output, seconds, memory } = await timed()
    process.stdout.write(`${JSON.stringify({ readers, digests, seconds, memory })}\n`)
    expect([code, output]).toEqual([
      0,
      `${readers} digests due, ${digests} with something to say, ${digests} mails sent.\n`,
    ])
    await expectAllDone()
    expect((await timed()).output).toBe('0 digests due, 0 with something to say, 0 mails sent.\n')
    await expectAllDone()
    expect(memory).toBeLessThan(350)
    if (isFullRun) expect(seconds).toBeLessThan(60)
  }, 900_000)

  test(`two jobs at once, killed ${kills} times, send each digest exactly once`, async () => {
    const left = async () => {
      const [row] = await sql`select (select count(*)::int from users where next_digest_at <= now()) as due,
        (select count(*)::int from mails where state <> 'sent') as unsent,
        (select count(*)::int from mails where state = 'sent') as sent`
      return row as unknown as { due: number; unsent: number; sent: number }
    }
    const work = ({ due, sent }: { due: number; sent: number }) => readers - due + sent
    for (let n = 0; n < kills; n++) {
      const before = work(await left())
      const pair = [start(), start()]
      // A part of the work, so that the kills hit all of its phases.
      const step = ((readers + digests) * 0.9) / kills
      let ended = 0
      for (const run of pair) void run.ended.then(() => ended++)
      // A mail whose outcome was unknown is retried later, so the pair may end before.
      const isFar = async () => ended === pair.length || work(await left()) >= before + step
      await expect.poll(isFar, { timeout: 300_000, interval: 20 }).toBe(true)
      await Promise.all(pair.map((run) => run.stop('SIGKILL')))
      if (n % 5 === 0) process.stdout.write(`killed at ${JSON.stringify(await left())}\n`)
      await expireAttempts()
    }
    for (let n = 0; n < 2; n++) {
      await Promise.all([timed(), timed()])
      await expireAttempts()
    }
    await expectAllDone()
  }, 1_800_000)

  /** Lets other runs recover the mails of the killed ones. */
  const expireAttempts = () =>
    sql`update mails set at = at - interval '1 hour' where state in ('sending', 'pending')`
})

test('with the embedded database the command says that the server runs the job', async () => {
  const { code, output } = await runServer({ DATABASE_URL: '' }, command).ended
  expect(code).toBe(0)
  expect(output).toBe('With the embedded database the running server does this itself, every hour.\n')
})
