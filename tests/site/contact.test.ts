import { inArray } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { db } from '~/db/db.server'
import { signTimestamp } from '~/forms/signed-timestamp.server'
import { waitForBackgroundTasks } from '~/http/background.server'
import { env } from '~/http/env.server'
import { capturedMails } from '~/mail/delivery.server'
import { flushOutbox } from '~/mail/outbox.server'
import { contactPolicy } from '~/site/contact.server'
import { mails } from '~drizzle/schema'
import { createClient, visibleText } from '../support/client'
import { isRemote } from '../support/database'
import { mailsTo, mailTo } from '../support/mailbox'
import { withoutTable } from '../support/outage'

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
  vi.waitUntil(() => mailFrom(email), { timeout: 5_000, interval: 50 })

test('a message is sent as a mail whose replies go to its author', async () => {
  const fields = message({ Subject: 'Engines' })
  const response = await send(fields)
  expect(response).toHaveRedirect('/contact?sent')
  const mail = await waitForMailFrom(fields.Email)
  expect(mail).toMatchObject({ To: operator, Subject: 'Engines from Ada Lovelace', Tag: 'contact' })
  expect(mail.TextBody).toContain('Do you keep engines too?\n\nI have one.')
  expect(mail.TextBody).toContain(`Ada Lovelace, ${fields.Email}`)
})

describe('a form that is sent twice', () => {
  const mailsFrom = async (email: string) =>
    (await mailsTo(operator)).filter(({ ReplyTo }) => ReplyTo === email).length

  test('sends one mail, in sequence and at once, and both get the confirmation', async () => {
    const fields = message()
    expect(await send(fields)).toHaveRedirect('/contact?sent')
    for (const response of await Promise.all([send(fields), send(fields)])) {
      expect(response).toHaveRedirect('/contact?sent')
    }
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

  test('can be sent again after a failure', async () => {
    if (isRemote) return
    const fields = message()
    const responses = await withoutTable('mails', () => Promise.all([send(fields), send(fields)]))
    expect(responses.map(({ status }) => status)).toEqual([500, 500])
    expect(await send(fields)).toHaveRedirect('/contact?sent')
    expect(await mailsFrom(fields.Email)).toBe(1)
  })
})

test('the confirmation page says that the message was sent', async () => {
  expect(visibleText(await createClient().visit('/contact?sent'))).toContain('your message has been sent')
})

test('the enterprise link opens a form with the subject Enterprise', async () => {
  const response = await createClient().visit('/contact?about=enterprise')
  expect(response.text).toMatch(/<input[^>]*name="Subject"[^>]*value="Enterprise"/)
  expect(visibleText(response)).toContain('Contact Sales')
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

describe('a refused form gets 400 with the reason and keeps its values', () => {
  test.each<[Record<string, string>, string]>([
    [{ Name: ' ' }, 'Name is required'],
    [{ Message: '' }, 'Message is required'],
    [{ Email: 'ada' }, 'Email must be a valid email address'],
    [{ Email: 'ada@example.com\r\nBcc: all@example.com' }, 'Email must be a valid email address'],
    [{ Message: 'x'.repeat(5_001) }, 'Message must be at most 5000 characters'],
    [{ Subject: 'x'.repeat(101) }, 'Subject must be at most 100 characters'],
    [{ Name: 'a\0b' }, 'Name contains characters that are not allowed'],
  ])('%j', async (wrong, why) => {
    const fields = message({ Subject: 'Engines', ...wrong })
    const response = await send(fields)
    expect(response.status).toBe(400)
    expect(visibleText(response)).toContain(why)
    for (const name of ['Name', 'Email', 'Subject', 'Message'] as const) {
      if (!(name in wrong))
        expect(visibleText(response) + response.text).toContain(fields[name].split('\n')[0])
    }
    expect(await mailFrom(fields.Email)).toBeUndefined()
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

  test.skipIf(isRemote)(
    'a message that cannot be stored gets 500, and the response does not show the cause',
    async () => {
      const fields = message()
      const response = await withoutTable('mails', () => send(fields))
      expect(response.status).toBe(500)
      expect(visibleText(response)).toContain('Your message could not be sent. Please try again in a moment.')
      expect(response.text).not.toMatch(/insert into|relation/)
      expect(response.text).toContain('I have one.')
    },
  )
})

describe('robots', () => {
  test.each<[string, () => Record<string, string>, string]>([
    ['a robot that fills in the honeypot', () => ({ website: 'https://spam.example' }), 'message of a robot'],
    ['a robot that sends at once', () => ({ timestamp: timestampOf(1_000) }), 'That was quick'],
    [
      'a robot that replays an old form',
      () => ({ timestamp: timestampOf(25 * 3_600_000) }),
      'open for a long time',
    ],
    [
      'a robot that invents a timestamp',
      () => ({ timestamp: `${Date.now().toString(36)}.signed` }),
      'open for a long time',
    ],
    ['a robot without a timestamp', () => ({ timestamp: '' }), 'open for a long time'],
    ['a robot with a timestamp in the future', () => ({ timestamp: timestampOf(-60_000) }), 'That was quick'],
  ])('%s is refused', async (_what, wrong, why) => {
    const fields = message(wrong())
    const response = await send(fields)
    expect(response.status).toBe(400)
    expect(visibleText(response)).toContain(why)
    expect(await mailFrom(fields.Email)).toBeUndefined()
  })

  test('a person who was mistaken for a robot can send the form again', async () => {
    const fields = message({ website: 'filled in by a browser' })
    const { text } = await send(fields)
    const again = Object.fromEntries(
      ['website', 'timestamp'].map((name) => [
        name,
        new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(text)?.[1] ?? '',
      ]),
    )
    expect(again.timestamp).toBe(fields.timestamp)
    expect(await send({ ...fields, ...again })).toHaveRedirect('/contact?sent')
    expect((await mailTo(operator)).ReplyTo).toBeTruthy()
  })

  test('a page that was open too long gets a new timestamp', async () => {
    const fields = message({ timestamp: timestampOf(25 * 3_600_000) })
    const { text } = await send(fields)
    const timestamp = /name="timestamp"[^>]*value="([^"]*)"/.exec(text)?.[1]
    expect(timestamp).toBeTruthy()
    expect(timestamp).not.toBe(fields.timestamp)
  })

  test('one client can send a limited number at once', async () => {
    const client = createClient()
    for (let n = 0; n < contactPolicy.freeAttempts; n++) {
      expect(await client.submit('/contact', message())).toHaveRedirect('/contact?sent')
    }
    const fields = message()
    const response = await client.submit('/contact', fields)
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(60)
    expect(response.text).toContain('I have one.')
    expect(await mailFrom(fields.Email)).toBeUndefined()
  })
})
