import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { standInKeys } from '~/stand-in/stand-in.server'
import { open, type StandIn } from '../stand-in/support'
import { sharedDatabase } from '../support/billing'
import { freePort } from '../support/postgres.mjs'
import { startServer } from '../support/server.mjs'

const database = await sharedDatabase('postmark')
const account = { Firstname: 'Ada', Email: 'ada@example.com', Password: 'Blue-Heron-42' }
const secret = 'password-of-the-webhook'

describe.skipIf(!database)('Postmark', () => {
  const sql = database?.sql as NonNullable<typeof database>['sql']
  let standIn: StandIn
  let app: Awaited<ReturnType<typeof startServer>>

  beforeAll(async () => {
    const PORT = String(await freePort())
    standIn = await open({
      postmarkWebhookUrl: `http://postmark:${secret}@127.0.0.1:${PORT}/webhooks/postmark`,
    })
    app = await startServer({
      PORT,
      DATABASE_URL: database?.url ?? '',
      POSTMARK_SERVER_TOKEN: standInKeys.mailToken,
      POSTMARK_API_BASE: standIn.url,
      POSTMARK_WEBHOOK_SECRET: secret,
      CRON_SECRET: 'secret-of-the-scheduler',
    })
  })
  afterAll(async () => {
    await app.stop()
    await standIn.stop()
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

  async function tagsOfMails(recipient: string) {
    const headers = { 'X-Postmark-Server-Token': standInKeys.mailToken }
    const answer = await fetch(`${standIn.url}/messages/outbound?count=50&offset=0&recipient=${recipient}`, {
      headers,
    })
    const { Messages } = (await answer.json()) as { Messages: { Tag: string }[] }
    return Messages.map(({ Tag }) => Tag)
  }

  test.each([
    ['down', 0],
    ['error500', 0],
    ['nonsense', 0],
    ['silent', 1],
    ['lost', 1],
  ])(
    'while it is %s registration and reset answer, and the mail goes out when it is back, once',
    async (kind, taken) => {
      const Email = `${kind}@example.com`
      const account = { Firstname: 'Ada', Email, Password: 'Blue-Heron-42' }
      const fault = kind === 'silent' ? { kind: 'slow', ms: 60_000 } : { kind }
      await standIn.control('faults', { of: 'postmark', ...fault, times: 1 })
      expect(await post('/api/v1/auth/register', account)).toBe(201)
      expect(await post('/api/v1/auth/forgot-password', account)).toBe(200)
      await expect.poll(async () => (await standIn.state()).faults.postmark.kind).toBe('none')
      expect(await tried()).toBe(1)
      await expect.poll(() => tagsOfMails(Email)).toHaveLength(taken)
      for (let n = 0; n < 2; n++) {
        await sql`update mails set at = at - interval '1 hour' where state in ('owed', 'taken')`
        expect(await post('/jobs/expire-trials', {})).toBe(200)
      }
      expect(await tagsOfMails(Email)).toEqual(['password-reset'])
      expect(await tried()).toBe(0)
    },
  )

  /** Mails that somebody took in hand, and nobody knows to be sent. */
  const tried = async () =>
    (await sql`select 1 from mails where attempts > 0 and state not in ('sent', 'dropped')`).length

  test('a mail in doubt that it cannot be asked about holds up neither the others nor the job', async () => {
    const Email = 'doubt@example.com'
    await post('/api/v1/auth/register', { ...account, Email })
    const [user] = await sql`select id from users where email = ${Email}`
    const mail = { user_id: user?.id, about: 'it', attempts: 1, at: new Date(Date.now() - 3_600_000) }
    await sql`insert into mails ${sql([
      { ...mail, id: uuid(), kind: 'email-changed', state: 'taken' },
      { ...mail, id: uuid(), kind: 'password-changed', state: 'owed' },
    ])}`
    await standIn.control('faults', { of: 'postmark', kind: 'error500', times: 1 })
    expect(await post('/jobs/expire-trials', {})).toBe(200)
    expect(await tagsOfMails(Email)).toContain('password-changed')
    await sql`delete from mails where user_id = ${user?.id}`
  })

  test('an address that bounced for good gets no more mail', async () => {
    await post('/api/v1/auth/register', account)
    await standIn.control('bounce', { email: account.Email })
    expect(await post('/api/v1/auth/forgot-password', account)).toBe(200)
    const dropped = async () => (await sql`select 1 from mails where state = 'dropped'`).length
    await expect.poll(dropped).toBe(1)
    expect(await tagsOfMails(account.Email)).toEqual([])
  })
})
