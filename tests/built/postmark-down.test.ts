import type { Models } from 'postmark'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostmark, type PostmarkEmulator } from '../emulators/postmark'
import { freePort } from '../support/postgres.mjs'
import { startServer } from '../support/server.mjs'
import { sharedDatabase } from '../support/shared-database'

const database = await sharedDatabase('postmark')
const account = { Firstname: 'Ada', Email: 'ada@example.com', Password: 'Blue-Heron-42' }
const secret = 'password-of-the-webhook'

describe.skipIf(!database)('Postmark', () => {
  const sql = database?.sql as NonNullable<typeof database>['sql']
  let postmark: PostmarkEmulator
  let app: Awaited<ReturnType<typeof startServer>>

  beforeAll(async () => {
    const PORT = String(await freePort())
    postmark = await openPostmark()
    app = await startServer({
      PORT,
      DATABASE_URL: database?.url ?? '',
      ...postmark.env,
      POSTMARK_WEBHOOK_SECRET: secret,
      CRON_SECRET: 'secret-of-the-scheduler',
    })
  })
  afterAll(async () => {
    await app.stop()
    await postmark.stop()
    await database?.stop()
  })

  async function post(path: string, body: object) {
    const started = performance.now()
    const { status } = await fetch(app.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: 'Bearer secret-of-the-scheduler' },
      body: JSON.stringify(body),
    })
    expect(performance.now() - started).toBeLessThan(5_000)
    return status
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
      const account = { Firstname: 'Ada', Email, Password: 'Blue-Heron-42' }
      await postmark.faults.fail(fault, 1)
      expect(await post('/api/v1/auth/register', account)).toBe(201)
      expect(await post('/api/v1/auth/forgot-password', account)).toBe(200)
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
    await post('/api/v1/auth/register', { ...account, Email })
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

  /** Reports a hard bounce as Postmark's webhook does, with Basic authentication. */
  async function reportBounce(Email: string) {
    const Authorization = `Basic ${Buffer.from(`postmark:${secret}`).toString('base64')}`
    const report = {
      RecordType: 'Bounce',
      Type: 'HardBounce',
      TypeCode: 1,
      Email,
      Inactive: true,
    } satisfies Partial<Models.Bounce>
    const { status } = await fetch(`${app.url}/webhooks/postmark`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization },
      body: JSON.stringify(report),
    })
    return status
  }

  test('an address with a hard bounce gets no more mail', async () => {
    await post('/api/v1/auth/register', account)
    postmark.deactivate(account.Email)
    expect(await reportBounce(account.Email)).toBe(200)
    expect(await post('/api/v1/auth/forgot-password', account)).toBe(200)
    const discarded = async () => (await sql`select 1 from mails where state = 'discarded'`).length
    await expect.poll(discarded).toBe(1)
    expect(postmark.tagsTo(account.Email)).toEqual([])
  })
})
