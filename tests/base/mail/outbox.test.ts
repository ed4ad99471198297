import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq, inArray, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { describe, expect, test, vi } from 'vitest'
import { clock } from '~/base/db/clock.server'
import { db } from '~/base/db/db.server'
import type { MailKind } from '~/base/mail/mail-kinds.server'
import { enqueue, flushOutbox } from '~/base/mail/outbox.server'
import { env } from '~/base/node/env.server'
import { mailKinds, mailSamples } from '~/jobs/mails.server'
import { bouncedAddresses, emailChanges, mails, subscriptions, users } from '~drizzle/schema'
import { createClient } from '../../support/client'
import { isRemote } from '../../support/database'
import { createUser, uniqueEmail } from '../../support/factories'
import { mailsTo } from '../../support/mailbox'

const day = 24 * 60 * 60 * 1_000
const inDays = (days: number) => new Date(Date.now() + days * day)
const rowsOf = (userId: string) => db.select().from(mails).where(eq(mails.userId, userId))
const statesOf = async (userId: string) => (await rowsOf(userId)).map(({ state }) => state).sort()
const enqueueKind = (
  kind: Exclude<
    MailKind,
    | 'contact'
    | 'digest'
    | 'deletions-held'
    | 'subscription-canceled'
    | 'webhook-off'
    | `access-${string}`
    | `passkey-${string}`
  >,
  userId: string,
) => enqueue(db, [{ kind, userId, about: 'it' }])

describe.skipIf(isRemote)('a mail', () => {
  test('that is enqueued twice about the same thing is sent once', async () => {
    const { _id, Email } = await createUser({ trialEndsAt: inDays(2) })
    await enqueueKind('trial-ending', _id)
    await enqueueKind('trial-ending', _id)
    await Promise.all([flushOutbox(), flushOutbox(), flushOutbox()])
    await enqueueKind('trial-ending', _id)
    await flushOutbox()
    expect(await mailsTo(Email)).toHaveLength(1)
    expect(await statesOf(_id)).toEqual(['sent'])
  })

  test('is sent at once by a process whose clock is behind that of the database', async () => {
    const { _id, Email } = await createUser({ trialEndsAt: inDays(2) })
    await enqueueKind('trial-ending', _id)
    await db.update(mails).set({ at: sql`clock_now()` }).where(eq(mails.userId, _id))
    const behind = vi.spyOn(clock, 'now').mockImplementation(() => new Date(Date.now() - 5_000))
    await flushOutbox().finally(() => behind.mockRestore())
    expect(await mailsTo(Email)).toHaveLength(1)
  })

  test('is not stored when the transaction of its change fails', async () => {
    const { _id } = await createUser()
    const failing = db.transaction(async (tx) => {
      await enqueue(tx, [{ kind: 'trial-ended', userId: _id }])
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect(await rowsOf(_id)).toEqual([])
  })

  test.each([
    ['trial-ending', 'trial is over', { trialEndsAt: inDays(-1) }, null],
    ['trial-ending', 'user has subscribed', { trialEndsAt: inDays(2) }, 'trialing'],
    ['trial-ended', 'user has subscribed', { trialEndsAt: inDays(-1) }, 'active'],
    ['payment-failed', 'user has paid', { trialEndsAt: inDays(-1) }, 'active'],
  ] as const)('%s is discarded when the %s', async (kind, _why, fields, stripeStatus) => {
    const { _id, Email } = await createUser(fields)
    if (stripeStatus) await db.insert(subscriptions).values({ userId: _id, stripeStatus })
    await enqueueKind(kind, _id)
    await flushOutbox()
    expect(await mailsTo(Email)).toEqual([])
    expect(await statesOf(_id)).toEqual(['discarded'])
  })

  test('that cannot be composed delays no other, and is retried', async () => {
    const { _id, Email } = await createUser()
    const invalid = { Name: 'Ada', Email: 'a@example.com', Subject: '', Message: 5 as unknown as string }
    await enqueue(db, [{ kind: 'contact', userId: _id, about: 'it', details: invalid }])
    await enqueueKind('email-changed', _id)
    await flushOutbox()
    expect((await mailsTo(Email)).map(({ Tag }) => Tag)).toEqual(['email-changed'])
    const [bad] = (await rowsOf(_id)).filter(({ kind }) => kind === 'contact')
    expect(bad).toMatchObject({ state: 'pending', attempts: 1 })
    await db.delete(mails).where(eq(mails.userId, _id))
  })

  test('is sent by another process if the first one died while sending, unless Postmark has accepted it', async () => {
    const [ada, grace] = [await createUser(), await createUser()]
    for (const { _id } of [ada, grace]) await enqueueKind('email-changed', _id)
    const counts = async () => [(await mailsTo(ada.Email)).length, (await mailsTo(grace.Email)).length]
    await db.update(mails).set({ state: 'sending', attempts: 1 }).where(eq(mails.userId, ada._id))
    await flushOutbox()
    expect(await counts()).toEqual([0, 1])
    const longAgo = { at: inDays(-1) }
    const toBoth = inArray(mails.userId, [ada._id, grace._id])
    await db
      .update(mails)
      .set({ state: 'sending', ...longAgo })
      .where(toBoth)
    await flushOutbox()
    await db.update(mails).set(longAgo).where(eq(mails.state, 'pending'))
    await flushOutbox()
    expect(await counts()).toEqual([1, 1])
  })

  test('to a deleted user is deleted', async () => {
    const { _id } = await createUser()
    await enqueueKind('email-changed', _id)
    await db.delete(users).where(eq(users._id, _id))
    await flushOutbox()
    expect(await rowsOf(_id)).toEqual([])
  })

  test('with a confirmation link is sent only to the new address that the account has requested', async () => {
    const { _id } = await createUser()
    const [requested, other] = [uniqueEmail(), uniqueEmail()]
    await db.insert(emailChanges).values({ userId: _id, email: requested, expiresAt: inDays(1) })
    const link = { kind: 'email-confirm', userId: _id } as const
    await enqueue(
      db,
      [requested, other].map((recipient) => ({ ...link, recipient })),
    )
    await flushOutbox()
    expect([(await mailsTo(requested)).length, (await mailsTo(other)).length]).toEqual([1, 0])
    expect(await statesOf(_id)).toEqual(['discarded', 'sent'])
  })

  test('keeps no details and no address once it is sent', async () => {
    const recipient = uniqueEmail()
    const about = uuid()
    const details = { Name: 'Ada', Email: 'a@example.com', Subject: 'Hi', Message: 'A secret' }
    await enqueue(db, [{ kind: 'contact', userId: null, about, recipient, details }])
    await flushOutbox()
    expect(await mailsTo(recipient)).toHaveLength(1)
    const [row] = await db.select().from(mails).where(eq(mails.about, about))
    expect(row).toMatchObject({ state: 'sent', recipient: null, details: {} })
  })
})

describe.skipIf(isRemote)('the Postmark webhook', () => {
  const secret = 'a secret of the webhook'
  const report = (body: object, password = secret) =>
    createClient().post('/webhooks/postmark', body, {
      Authorization: `Basic ${Buffer.from(`postmark:${password}`).toString('base64')}`,
    })

  async function withSecret(work: () => Promise<void>) {
    env.POSTMARK_WEBHOOK_SECRET = secret
    await work().finally(() => {
      env.POSTMARK_WEBHOOK_SECRET = undefined
    })
  }

  test.each([
    ['a hard bounce', { RecordType: 'Bounce', Type: 'HardBounce' }, 0],
    ['an invalid address', { RecordType: 'Bounce', Type: 'BadEmailAddress' }, 0],
    ['a complaint', { RecordType: 'SpamComplaint' }, 0],
    ['a soft bounce', { RecordType: 'Bounce', Type: 'SoftBounce' }, 1],
    ['a delivery', { RecordType: 'Delivery' }, 1],
  ])('%s decides whether the address gets further mails', async (_what, body, sent) => {
    await withSecret(async () => {
      const { _id, Email } = await createUser()
      for (let n = 0; n < 2; n++)
        expect((await report({ ...body, Email: Email.toUpperCase() })).status).toBe(200)
      await enqueueKind('email-changed', _id)
      await flushOutbox()
      expect(await mailsTo(Email)).toHaveLength(sent)
    })
  })

  test('rejects requests without its secret', async () => {
    const { Email } = await createUser()
    const bounce = { RecordType: 'Bounce', Type: 'HardBounce', Email }
    await withSecret(async () => {
      expect((await report(bounce, 'another')).status).toBe(401)
      expect((await createClient().post('/webhooks/postmark', bounce)).status).toBe(401)
    })
    expect((await report(bounce)).status).toBe(404)
    expect(await db.$count(bouncedAddresses, eq(bouncedAddresses.address, Email))).toBe(0)
  })
})

describe.each(Object.entries(mailSamples()))('%s', (_kind, { Subject, TextBody, HtmlBody }) => {
  test('has the same content in text and in HTML, which fits a narrow window and loads no external resources', () => {
    expect(Subject).not.toBe('')
    const body = HtmlBody.slice(HtmlBody.indexOf('<body')).replace(/<!--.*?-->/gs, '')
    const texts = body.split(/<[^>]*>/).map((text) => text.replaceAll('&#39;', "'").trim())
    const facts = texts.filter((text) => /\w/.test(text))
    expect(facts.length).toBeGreaterThan(2)
    for (const fact of facts) expect(TextBody).toContain(fact)
    const links = [...HtmlBody.matchAll(/href="([^"]*)"/g)].flatMap(([, url = '']) => url)
    for (const url of links) expect(TextBody).toContain(url)
    for (const url of TextBody.match(/https?:\/\/\S+/g) ?? []) expect(links).toContain(url)
    for (const line of TextBody.split('\n').slice(0, 6)) {
      const escaped = line.replace(/^- /, '').trim().replaceAll("'", '&#39;')
      if (!line.endsWith(':')) expect(HtmlBody).toContain(escaped)
    }
    expect(HtmlBody).toContain('width=device-width')
    expect(HtmlBody).not.toMatch(/src=|url\(|<link|<script/)
  })
})

test('each kind of mail is enqueued somewhere and has a sample, and samples have different names', () => {
  const sources = readdirSync('app', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('-mails.server.ts'))
    .map((name) => readFileSync(join('app', name), 'utf8'))
    .join('\n')
  const samples = Object.values(mailKinds).flatMap(({ samples }) => Object.keys(samples()))
  expect(samples).toEqual(expect.arrayContaining(Object.keys(mailKinds)))
  expect(new Set(samples).size).toBe(samples.length)
  for (const kind of Object.keys(mailKinds)) expect(sources).toContain(`'${kind}'`)
})
