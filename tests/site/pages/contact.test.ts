import { inArray } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { mailPolicy } from '~/account/accounts/throttle.server'
import { db } from '~/base/db/db.server'
import { signTimestamp } from '~/base/forms/signed-timestamp.server'
import { capturedMails } from '~/base/mail/delivery.server'
import { flushOutbox } from '~/base/mail/outbox.server'
import { waitForBackgroundTasks } from '~/base/node/background.server'
import { env } from '~/base/node/env.server'
import { mails } from '~drizzle/schema'
import { type ClientResponse, createClient, visibleText } from '../../support/client'
import { isRemote } from '../../support/database'
import { mailsTo } from '../../support/mailbox'
import { withoutTable } from '../../support/outage'

const operator = env.ADMIN_EMAIL ?? env.MAIL_FROM
let counter = 0

const message = (fields: Record<string, string> = {}) => ({
  Name: 'Ada Lovelace',
  Email: `ada${++counter}-${Date.now()}@example.com`,
  Subject: '',
  Message: 'Do you keep engines too?\n\nI have one.',
  website: '',
  timestamp: timestampOf(5_000),
  ...fields,
})

/** A timestamp that was signed some time ago. */
function timestampOf(age: number) {
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - age)
  const timestamp = signTimestamp()
  now.mockRestore()
  return timestamp
}

const send = (fields: Record<string, string>) => createClient().submit('/contact', fields)

async function mailFrom(email: string) {
  return (await mailsTo(operator)).find(({ ReplyTo }) => ReplyTo === email)
}

/** The mail is sent in the background, possibly by another process. */
const waitForMailFrom = (email: string) =>
  vi.waitUntil(() => mailFrom(email), { timeout: 120_000, interval: 50 })

test('a message is sent as a mail whose replies go to its author, and is confirmed', async () => {
  const fields = message({ Subject: 'Engines' })
  expect(await send(fields)).toHaveRedirect('/contact?sent')
  const confirmation = await createClient().visit('/contact?sent')
  expect(visibleText(confirmation)).toContain('your message has been sent')
  const mail = await waitForMailFrom(fields.Email)
  expect(mail).toMatchObject({ To: operator, Subject: 'Engines from Ada Lovelace', Tag: 'contact' })
  expect(mail.TextBody).toContain('Do you keep engines too?\n\nI have one.')
  expect(mail.TextBody).toContain(`Ada Lovelace, ${fields.Email}`)
})

test('the mail shows the input as text, and name and subject in one line', async () => {
  const fields = message({
    Name: 'Ada\r\nBcc: all@example.com',
    Subject: '<b>x</b>',
    Message: '<script>alert(1)</script>',
  })
  await send(fields)
  const mail = await waitForMailFrom(fields.Email)
  expect(mail.Subject).toBe('<b>x</b> from Ada Bcc: all@example.com')
  expect(mail.HtmlBody).not.toMatch(/<script|<b>x/)
  expect(mail.HtmlBody).toContain('&lt;script&gt;')
})

test('the enterprise link opens a form with the subject Enterprise', async () => {
  const response = await createClient().visit('/contact?about=enterprise')
  expect(response.text).toMatch(/<input[^>]*name="Subject"[^>]*value="Enterprise"/)
  expect(visibleText(response)).toContain('Contact sales')
})

describe('a form that is sent twice', () => {
  const mailsFrom = async (email: string) =>
    (await mailsTo(operator)).filter(({ ReplyTo }) => ReplyTo === email).length

  test('sends one mail, both in sequence and at once, and gets the confirmation each time', async () => {
    const fields = message()
    const responses = [await send(fields), ...(await Promise.all([send(fields), send(fields)]))]
    for (const response of responses) expect(response).toHaveRedirect('/contact?sent')
    const others = message()
    await Promise.all([send(others), send(others)])
    await Promise.all([fields, others].map(({ Email }) => waitForMailFrom(Email)))
    expect([await mailsFrom(fields.Email), await mailsFrom(others.Email)]).toEqual([1, 1])
  })

  test('sends another mail if the message or the form differs', async () => {
    const fields = message()
    await send(fields)
    await send({ ...fields, Message: 'And one thing more.' })
    await send({ ...fields, timestamp: timestampOf(9_000) })
    await expect.poll(() => mailsFrom(fields.Email)).toBe(3)
  })

  test.skipIf(isRemote)(
    'gets 500 while it cannot be stored, does not show the cause, and can be sent again',
    async () => {
      const fields = message()
      const responses = await withoutTable('mails', () => Promise.all([send(fields), send(fields)]))
      for (const response of responses) {
        expect(response.status).toBe(500)
        expect(visibleText(response)).toContain(
          'Your message could not be sent. Please try again in a moment.',
        )
        expect(response.text).not.toMatch(/insert into|relation/)
        expect(response.text).toContain('I have one.')
      }
      expect(await send(fields)).toHaveRedirect('/contact?sent')
      expect(await mailsFrom(fields.Email)).toBe(1)
    },
  )
})

test.skipIf(isRemote)('a message is accepted while mail cannot be sent, and sent later', async () => {
  const push = vi.spyOn(capturedMails, 'push').mockImplementation(() => {
    throw new Error('postbox 17 is on fire')
  })
  const fields = message()
  expect(await send(fields)).toHaveRedirect('/contact?sent')
  await waitForBackgroundTasks()
  push.mockRestore()
  expect(await mailFrom(fields.Email)).toBeUndefined()
  for (let n = 0; n < 2; n++) {
    await db
      .update(mails)
      .set({ at: new Date(Date.now() - 3_600_000) })
      .where(inArray(mails.state, ['pending', 'sending']))
    await flushOutbox()
  }
  expect(await mailFrom(fields.Email)).toBeDefined()
})

/** Sends a form that is refused with the reason, keeps its values and sends no mail. */
async function expectRefused(wrong: Record<string, string>, reason: string) {
  const fields = message({ Subject: 'Engines', ...wrong })
  const response = await send(fields)
  expect(response.status).toBe(400)
  expect(visibleText(response)).toContain(reason)
  for (const name of ['Name', 'Email', 'Subject', 'Message'] as const) {
    if (!(name in wrong)) expect(visibleText(response) + response.text).toContain(fields[name].split('\n')[0])
  }
  expect(await mailFrom(fields.Email)).toBeUndefined()
  return { fields, response }
}

function valueIn({ text }: ClientResponse, name: string) {
  return new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(text)?.[1] ?? ''
}

test.each<[Record<string, string>, string]>([
  [{ Name: ' ' }, 'Name is required'],
  [{ Message: '' }, 'Message is required'],
  [{ Email: 'ada' }, 'Email must be a valid email address'],
  [{ Email: 'ada@example.com\r\nBcc: all@example.com' }, 'Email must be a valid email address'],
  [{ Message: 'x'.repeat(5_001) }, 'Message must be at most 5000 characters'],
  [{ Subject: 'x'.repeat(101) }, 'Subject must be at most 100 characters'],
  [{ Name: 'a\0b' }, 'Name contains characters that are not allowed'],
])('a form with %j is refused with the reason and keeps its values', async (wrong, reason) => {
  await expectRefused(wrong, reason)
})

test.each<[string, () => string, string]>([
  ['sends at once', () => timestampOf(1_000), 'That was quick'],
  ['sends a timestamp of the future', () => timestampOf(-60_000), 'That was quick'],
  ['invents a timestamp', () => `${Date.now().toString(36)}.signed`, 'open for a long time'],
  ['sends no timestamp', () => '', 'open for a long time'],
])('a robot that %s is refused', async (_what, timestamp, reason) => {
  await expectRefused({ timestamp: timestamp() }, reason)
})

test('a form that was open for more than a day is refused, and gets a new timestamp', async () => {
  const old = { timestamp: timestampOf(25 * 3_600_000) }
  const { response } = await expectRefused(old, 'open for a long time')
  const timestamp = valueIn(response, 'timestamp')
  expect(timestamp).toBeTruthy()
  expect(timestamp).not.toBe(old.timestamp)
})

test('a robot that fills in the honeypot is refused, but a person can send the form again', async () => {
  const robot = { website: 'https://spam.example' }
  const { fields, response } = await expectRefused(robot, 'message from a robot')
  expect(valueIn(response, 'timestamp')).toBe(fields.timestamp)
  expect(await send({ ...fields, website: valueIn(response, 'website') })).toHaveRedirect('/contact?sent')
  await waitForMailFrom(fields.Email)
})

test('one client can send a limited number of messages, and then gets 429', async () => {
  const client = createClient()
  for (let n = 0; n < mailPolicy.freeAttempts; n++) {
    expect(await client.submit('/contact', message())).toHaveRedirect('/contact?sent')
  }
  const fields = message()
  const response = await client.submit('/contact', fields)
  expect(response.status).toBe(429)
  expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(60)
  expect(response.text).toContain('I have one.')
  expect(await mailFrom(fields.Email)).toBeUndefined()
})
