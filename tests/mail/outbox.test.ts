import { eq, like, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '~/db/db.server'
import { env } from '~/http/env.server'
import { type MailKind, mailSamples } from '~/mail/mail-kinds.server'
import { enqueue, flushOutbox } from '~/mail/outbox.server'
import { bouncedAddresses, emailChanges, mails, subscriptions } from '~drizzle/schema'
import { createClient } from '../support/client'
import { isRemote } from '../support/database'
import { createUser, uniqueEmail } from '../support/factories'
import { mailsTo } from '../support/mailbox'

const day = 24 * 60 * 60 * 1_000
const inDays = (days: number) => new Date(Date.now() + days * day)
const rowsOf = (userId: string) => db.select().from(mails).where(eq(mails.userId, userId))
const enqueueKind = (kind: Exclude<MailKind, 'contact' | 'subscription-canceled'>, userId: string) =>
  enqueue(db, [{ kind, userId, about: 'it' }])

describe.skipIf(isRemote)('a mail', () => {
  test('that is enqueued twice about the same thing is sent once', async () => {
    const { _id, Email } = await createUser({ trialEndsAt: inDays(2) })
    await enqueueKind('trial-ending', _id)
    await enqueueKind('trial-ending', _id)
    await Promise.all([flushOutbox(), flushOutbox(), flushOutbox()])
    await enqueueKind('trial-ending', _id)
    await flushOutbox()
    expect(await mailsTo(Email)).toHaveLength(1)
    expect((await rowsOf(_id)).map(({ state }) => state)).toEqual(['sent'])
  })

  test('is not stored when the transaction of its change fails', async () => {
    const { _id } = await createUser()
    const failing = db.transaction(async (tx) => {
      await enqueue(tx, [{ kind: 'trial-ended', userId: _id, about: 'trial' }])
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
    expect((await rowsOf(_id)).map(({ state }) => state)).toEqual(['discarded'])
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

  test('whose process died while sending it is sent by another process, unless Postmark has accepted it', async () => {
    const [ada, grace] = [await createUser(), await createUser()]
    await enqueueKind('email-changed', ada._id)
    await enqueueKind('email-changed', grace._id)
    await db.update(mails).set({ state: 'sending', attempts: 1 }).where(eq(mails.userId, ada._id))
    await flushOutbox()
    expect(await mailsTo(ada.Email)).toHaveLength(0)
    expect(await mailsTo(grace.Email)).toHaveLength(1)
    const longAgo = { state: 'sending', at: inDays(-1) } as const
    await db.update(mails).set(longAgo).where(eq(mails.userId, ada._id))
    await db.update(mails).set(longAgo).where(eq(mails.userId, grace._id))
    await flushOutbox()
    await db
      .update(mails)
      .set({ at: inDays(-1) })
      .where(eq(mails.state, 'pending'))
    await flushOutbox()
    expect(await mailsTo(ada.Email)).toHaveLength(1)
    expect(await mailsTo(grace.Email)).toHaveLength(1)
  })

  test('to a deleted user is deleted', async () => {
    const { _id } = await createUser()
    await enqueueKind('email-changed', _id)
    await db.execute(sql`delete from users where id = ${_id}`)
    await flushOutbox()
    expect(await rowsOf(_id)).toEqual([])
  })

  test('with a link is not sent to an address that the account has not requested', async () => {
    const { _id } = await createUser()
    const [requested, other] = [uniqueEmail(), uniqueEmail()]
    const expiresAt = inDays(1)
    await db.insert(emailChanges).values({ userId: _id, email: requested, expiresAt })
    const link = { kind: 'email-confirm', userId: _id } as const
    await enqueue(db, [
      { ...link, recipient: requested },
      { ...link, recipient: other },
    ])
    await flushOutbox()
    expect([(await mailsTo(requested)).length, (await mailsTo(other)).length]).toEqual([1, 0])
    expect((await rowsOf(_id)).map(({ state }) => state).sort()).toEqual(['discarded', 'sent'])
  })

  test('keeps no details once it is sent', async () => {
    const recipient = `office${Date.now()}@example.com`
    const details = { Name: 'Ada', Email: 'a@example.com', Subject: 'Hi', Message: 'A secret' }
    await enqueue(db, [{ kind: 'contact', userId: null, recipient, details }])
    await flushOutbox()
    expect(await mailsTo(recipient)).toHaveLength(1)
    const [row] = await db.select().from(mails).where(like(mails.recipient, recipient))
    expect(row).toMatchObject({ state: 'sent', details: {} })
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
  ])('%s', async (_what, body, sent) => {
    await withSecret(async () => {
      const { _id, Email } = await createUser()
      expect((await report({ ...body, Email: Email.toUpperCase() })).status).toBe(200)
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
    expect(await db.select().from(bouncedAddresses).where(eq(bouncedAddresses.address, Email))).toEqual([])
  })
})

describe.each(Object.entries(mailSamples()))('%s', (_kind, { Subject, TextBody, HtmlBody }) => {
  test('has the same content in text and in HTML', () => {
    expect(Subject).not.toBe('')
    const link = /https?:\/\/\S+/.exec(TextBody)?.[0]
    if (link) expect(HtmlBody).toContain(`href="${link}"`)
    for (const line of TextBody.split('\n\n').slice(0, 3)) {
      const escaped = line.trim().replaceAll("'", '&#39;')
      if (!line.endsWith(':')) expect(HtmlBody).toContain(escaped)
    }
  })

  test('fits a narrow window and loads no external resources', () => {
    expect(HtmlBody).toContain('width=device-width')
    expect(HtmlBody).not.toMatch(/src=|url\(|<link|<script/)
  })
})
