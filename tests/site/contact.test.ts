import { inArray, sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { db } from '~/db/db.server'
import { newStamp } from '~/forms/signed-timestamp.server'
import { backgroundWorkDone } from '~/http/background.server'
import { env } from '~/http/env.server'
import { capturedMails } from '~/mail/delivery.server'
import { flushOutbox } from '~/mail/outbox.server'
import { contactPolicy } from '~/site/contact.server'
import { mails } from '~drizzle/schema'
import { createClient, visibleText } from '../support/client'
import { isRemote } from '../support/database'
import { mailsTo, mailTo } from '../support/mailbox'

const operator = env.ADMIN_EMAIL ?? env.MAIL_FROM
let counter = 0

const message = (fields: Record<string, string> = {}) => ({
  Name: 'Ada Lovelace',
  Email: `ada${++counter}-${Date.now()}@example.com`,
  Subject: '',
  Message: 'Do you keep engines too?\n\nI have one.',
  website: '',
  stamp: stampOf(5_000),
  ...fields,
})

/** As it was signed some time ago. */
function stampOf(age: number) {
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - age)
  const stamp = newStamp()
  now.mockRestore()
  return stamp
}

const send = (fields: Record<string, string>) => createClient().submit('/contact', fields)

async function mailFrom(email: string) {
  return (await mailsTo(operator)).find(({ ReplyTo }) => ReplyTo === email)
}

/** Sent behind the answer, perhaps by another process. */
const arrivedFrom = (email: string) => vi.waitUntil(() => mailFrom(email), { timeout: 5_000, interval: 50 })

/** While no mail can be stored. */
async function withoutPostbox<T>(work: () => Promise<T>) {
  await db.execute(sql.raw('alter table mails rename to postbox'))
  return work().finally(() => db.execute(sql.raw('alter table postbox rename to mails')))
}

test('a message goes out as a mail that is answered to its author', async () => {
  const fields = message({ Subject: 'Engines' })
  const answer = await send(fields)
  expect(answer).toHaveRedirect('/contact?sent')
  const mail = await arrivedFrom(fields.Email)
  expect(mail).toMatchObject({ To: operator, Subject: 'Engines from Ada Lovelace', Tag: 'contact' })
  expect(mail.TextBody).toContain('Do you keep engines too?\n\nI have one.')
  expect(mail.TextBody).toContain(`Ada Lovelace, ${fields.Email}`)
})

describe('what is sent twice is one mail', () => {
  const mailsFrom = async (email: string) =>
    (await mailsTo(operator)).filter(({ ReplyTo }) => ReplyTo === email).length

  test('one after the other and at once, and both are told that it was sent', async () => {
    const fields = message()
    expect(await send(fields)).toHaveRedirect('/contact?sent')
    for (const answer of await Promise.all([send(fields), send(fields)])) {
      expect(answer).toHaveRedirect('/contact?sent')
    }
    const others = message()
    await Promise.all([send(others), send(others)])
    await Promise.all([fields, others].map(({ Email }) => arrivedFrom(Email)))
    expect([await mailsFrom(fields.Email), await mailsFrom(others.Email)]).toEqual([1, 1])
  })

  test('but another message, and the same from another form, is a mail of its own', async () => {
    const fields = message()
    await send(fields)
    await send({ ...fields, Message: 'And one thing more.' })
    await send({ ...fields, stamp: stampOf(9_000) })
    await expect.poll(() => mailsFrom(fields.Email)).toBe(3)
  })

  test('and what failed can be sent again', async () => {
    if (isRemote) return
    const fields = message()
    const answers = await withoutPostbox(() => Promise.all([send(fields), send(fields)]))
    expect(answers.map(({ status }) => status)).toEqual([500, 500])
    expect(await send(fields)).toHaveRedirect('/contact?sent')
    expect(await mailsFrom(fields.Email)).toBe(1)
  })
})

test('who has sent one is told so', async () => {
  expect(visibleText(await createClient().visit('/contact?sent'))).toContain('your message has been sent')
})

test('the enterprise box leads to a form that says Enterprise', async () => {
  const answer = await createClient().visit('/contact?about=enterprise')
  expect(answer.text).toMatch(/<input[^>]*name="Subject"[^>]*value="Enterprise"/)
  expect(visibleText(answer)).toContain('Contact Sales')
})

test('what was typed is text in the mail, and its name and subject are one line', async () => {
  const fields = message({
    Name: 'Ada\r\nBcc: all@example.com',
    Subject: '<b>x</b>',
    Message: '<script>alert(1)</script>',
  })
  await send(fields)
  const mail = await arrivedFrom(fields.Email)
  expect(mail.Subject).toBe('<b>x</b> from Ada Bcc: all@example.com')
  expect(mail.HtmlBody).not.toMatch(/<script|<b>x/)
  expect(mail.HtmlBody).toContain('&lt;script&gt;')
})

describe('a refused form is a 400, says why and keeps what was typed', () => {
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
    const answer = await send(fields)
    expect(answer.status).toBe(400)
    expect(visibleText(answer)).toContain(why)
    for (const name of ['Name', 'Email', 'Subject', 'Message'] as const) {
      if (!(name in wrong)) expect(visibleText(answer) + answer.text).toContain(fields[name].split('\n')[0])
    }
    expect(await mailFrom(fields.Email)).toBeUndefined()
  })

  test.skipIf(isRemote)('a message is taken while mail cannot be sent, and goes out afterwards', async () => {
    const push = vi.spyOn(capturedMails, 'push').mockImplementation(() => {
      throw new Error('postbox 17 is on fire')
    })
    const fields = message()
    expect(await send(fields)).toHaveRedirect('/contact?sent')
    await backgroundWorkDone()
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

  test.skipIf(isRemote)('also when it cannot be stored, which is said, unlike its cause', async () => {
    const fields = message()
    const answer = await withoutPostbox(() => send(fields))
    expect(answer.status).toBe(500)
    expect(visibleText(answer)).toContain('Your message could not be sent. Please try again in a moment.')
    expect(answer.text).not.toContain('postbox')
    expect(answer.text).toContain('I have one.')
  })
})

describe('robots', () => {
  test.each<[string, () => Record<string, string>, string]>([
    [
      'what fills in the field that nobody sees',
      () => ({ website: 'https://spam.example' }),
      'message of a robot',
    ],
    ['what sends at once', () => ({ stamp: stampOf(1_000) }), 'That was quick'],
    ['what has kept a form for days', () => ({ stamp: stampOf(25 * 3_600_000) }), 'open for a long time'],
    ['what makes up a form', () => ({ stamp: `${Date.now().toString(36)}.signed` }), 'open for a long time'],
    ['what knows of no stamp', () => ({ stamp: '' }), 'open for a long time'],
    ['what comes from the future', () => ({ stamp: stampOf(-60_000) }), 'That was quick'],
  ])('%s is refused', async (_what, wrong, why) => {
    const fields = message(wrong())
    const answer = await send(fields)
    expect(answer.status).toBe(400)
    expect(visibleText(answer)).toContain(why)
    expect(await mailFrom(fields.Email)).toBeUndefined()
  })

  test('a person who is taken for one gets through by sending the form again', async () => {
    const fields = message({ website: 'filled in by a browser' })
    const { text } = await send(fields)
    const again = Object.fromEntries(
      ['website', 'stamp'].map((name) => [
        name,
        new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(text)?.[1] ?? '',
      ]),
    )
    expect(again.stamp).toBe(fields.stamp)
    expect(await send({ ...fields, ...again })).toHaveRedirect('/contact?sent')
    expect((await mailTo(operator)).ReplyTo).toBeTruthy()
  })

  test('who kept the page open too long gets a new stamp', async () => {
    const fields = message({ stamp: stampOf(25 * 3_600_000) })
    const { text } = await send(fields)
    const stamp = /name="stamp"[^>]*value="([^"]*)"/.exec(text)?.[1]
    expect(stamp).toBeTruthy()
    expect(stamp).not.toBe(fields.stamp)
  })

  test('from one address only so many get through at once', async () => {
    const client = createClient()
    for (let n = 0; n < contactPolicy.freeAttempts; n++) {
      expect(await client.submit('/contact', message())).toHaveRedirect('/contact?sent')
    }
    const fields = message()
    const answer = await client.submit('/contact', fields)
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(60)
    expect(answer.text).toContain('I have one.')
    expect(await mailFrom(fields.Email)).toBeUndefined()
  })
})
