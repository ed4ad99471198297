import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostmark, type PostmarkEmulator } from '../dev/postmark'
import { startServer } from '../support/server.mjs'
import { isFullRun, type SharedDatabase, sharedDatabase } from '../support/shared-database'

const database = await sharedDatabase('postmark')

describe.skipIf(!database)('Postmark', () => {
  const { sql, url, stop } = (database ?? {}) as SharedDatabase
  let postmark: PostmarkEmulator
  let app: Awaited<ReturnType<typeof startServer>>

  beforeAll(async () => {
    postmark = await openPostmark()
    app = await startServer({ DATABASE_URL: url, ...postmark.env, CRON_SECRET: 'secret-of-the-scheduler' })
  })
  afterAll(async () => {
    await app.stop()
    await postmark.stop()
    await stop()
  })

  async function post(path: string, body: object) {
    const started = performance.now()
    const { status } = await fetch(app.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: 'Bearer secret-of-the-scheduler' },
      body: JSON.stringify(body),
    })
    // The full run has the machine for itself.
    if (isFullRun) expect(performance.now() - started).toBeLessThan(5_000)
    return status
  }

  async function register(Email: string) {
    const account = { Firstname: 'Ada', Email, Password: 'Blue-Heron-42' }
    expect(await post('/api/v1/auth/register', account)).toBe(201)
  }

  test.each([
    ['down', 'connection reset before processing', 0],
    ['error500', 'an error 500', 0],
    ['nonsense', 'an HTML page', 0],
    ['silent', 'no response, processed', 1],
    ['lost', 'connection reset after processing', 1],
  ] as const)(
    'while Postmark is %s, registration and reset respond, and the mail is sent once afterwards',
    async (kind, fault, accepted) => {
      const Email = `${kind}@example.com`
      await postmark.faults.fail(fault, 1)
      await register(Email)
      expect(await post('/api/v1/auth/forgot-password', { Email })).toBe(200)
      await expect.poll(postmark.faults.isOver).toBe(true)
      expect(await countUnfinished()).toBe(1)
      await expect.poll(() => postmark.tagsTo(Email)).toHaveLength(accepted)
      for (let n = 0; n < 2; n++) {
        await sql`update mails set at = at - interval '1 hour' where state in ('pending', 'sending')`
        expect(await post('/jobs/expire-trials', {})).toBe(200)
      }
      expect(postmark.tagsTo(Email)).toEqual(['password-reset'])
      expect(await countUnfinished()).toBe(0)
    },
  )

  /** The number of mails with an attempt that are neither sent nor discarded. */
  const countUnfinished = async () =>
    (await sql`select 1 from mails where attempts > 0 and state not in ('sent', 'discarded')`).length

  test('a mail with an unknown outcome does not block other mails or the job', async () => {
    const Email = 'doubt@example.com'
    await register(Email)
    const [user] = await sql`select id from users where email = ${Email}`
    const mail = { user_id: user?.id, about: 'it', attempts: 1, at: new Date(Date.now() - 3_600_000) }
    await sql`insert into mails ${sql([
      { ...mail, id: uuid(), kind: 'email-changed', state: 'sending' },
      { ...mail, id: uuid(), kind: 'password-changed', state: 'pending' },
    ])}`
    await postmark.faults.fail('an error 500', 1)
    expect(await post('/jobs/expire-trials', {})).toBe(200)
    expect(postmark.tagsTo(Email)).toContain('password-changed')
    await sql`delete from mails where user_id = ${user?.id}`
  })
})
