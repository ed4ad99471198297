import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { enqueueNotice } from '~/account/accounts/notices.server'
import { db } from '~/base/db/db.server'
import type { Mail } from '~/base/mail/mail'
import { flushOutbox } from '~/base/mail/outbox.server'
import { mailKinds } from '~/jobs/mails.server'
import { mails, secondFactors, throttleCounters, users } from '~drizzle/schema'
import { holdDeletion } from '../../integrations/devices/support'
import { type Client, createClient } from '../../support/client'
import { changeEmail, requestEmail } from '../../support/email-change'
import { createUser, password, signedInAs, uniqueEmail } from '../../support/factories'
import { mailsTo, mailTo, resetTokenIn } from '../../support/mailbox'
import { codeOf } from '../../support/totp'
import { withPasskey } from '../security/passkey-support'

type Mailbox = { Email: string; verified: boolean }
type Step = () => Promise<unknown>
type Kind = {
  tags: string[]
  /** Signs in once and returns what causes one notice each time. */
  begin: (mailbox: Mailbox) => Promise<Step>
}

/** Each counts by account too, which is not what is tested here. */
const otherQuotas = /^(?!.*notice)/

const forgetOtherQuotas = async () => {
  const rows = await db.select({ key: throttleCounters.key }).from(throttleCounters)
  for (const { key } of rows)
    if (otherQuotas.test(key)) await db.delete(throttleCounters).where(eq(throttleCounters.key, key))
}

const accountOf = ({ Email, verified }: Mailbox) =>
  createUser({ Email, verifiedEmail: verified ? Email : null })

async function clientOf(mailbox: Mailbox) {
  const user = await accountOf(mailbox)
  return { ...(await signedInAs(user._id)), user }
}

const ok = async (response: Promise<{ status: number }>) => expect((await response).status).toBeLessThan(400)

const deleteWithPassword = (client: Client, path: string) =>
  client.send('DELETE', path, {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ password }),
  })

const repeated = (act: (client: Client, user: { _id: string; Email: string }) => Promise<unknown>) => {
  return async (mailbox: Mailbox) => {
    const { user, ...client } = await clientOf(mailbox)
    return () => act(client, user)
  }
}

const made = (
  path: string,
  body: object,
  id: (body: Record<string, { _id: string }>) => string | undefined,
) =>
  repeated(async (client) => {
    const response = await client.post(path, { ...body, password })
    expect(response.status).toBe(201)
    await client.delete(`${path}/${id(response.body)}`)
  })

/** Everything that mails what was done in an account. */
const kinds: Record<string, Kind> = {
  'a changed password': {
    tags: ['password-changed'],
    begin: async (mailbox) => {
      const { user: _, ...client } = await clientOf(mailbox)
      let [current, n] = [password, 0]
      return async () => {
        const newPassword = `Green-Heron-${n++}`
        await ok(client.post('/api/v1/auth/change-password', { password: current, newPassword }))
        current = newPassword
      }
    },
  },
  'a password that is reset': {
    tags: ['password-changed'],
    begin: async (mailbox) => {
      const { Email } = await accountOf(mailbox)
      return async () => {
        const links = async () => (await mailsTo(Email)).filter(({ Tag }) => Tag === 'password-reset')
        const { length } = await links()
        await createClient().post('/api/v1/auth/forgot-password', { Email })
        await expect.poll(links).toHaveLength(length + 1)
        const last = (await links())[length] as Mail
        const chosen = { password: 'Red-Heron-44', confirmPassword: 'Red-Heron-44' }
        await ok(createClient().post(`/api/v1/auth/reset-password/${resetTokenIn(last)}`, chosen))
      }
    },
  },
  'recovery codes': {
    tags: ['recovery-codes', 'second-factor-on'],
    begin: async (mailbox) => {
      const { user: _, ...client } = await clientOf(mailbox)
      await switchOn(client)
      return () => ok(client.post('/api/v1/auth/recovery-codes', { password }))
    },
  },
  'the second factor on and off': {
    tags: ['second-factor-on', 'second-factor-off'],
    begin: repeated(async (client, user) => {
      await switchOn(client)
      await db.update(secondFactors).set({ lastStep: 0 }).where(eq(secondFactors.userId, user._id))
      await ok(deleteWithPassword(client, '/api/v1/auth/totp'))
    }),
  },
  passkeys: {
    tags: ['passkey-added', 'passkey-removed'],
    begin: async (mailbox) => {
      const as = await clientOf(mailbox)
      return async () => {
        const { passkey } = await withPasskey({ as, name: 'Planted' })
        await ok(deleteWithPassword(as, `/api/v1/passkeys/${passkey._id}`))
      }
    },
  },
  'API tokens': {
    tags: ['access-added'],
    begin: made('/api/v1/tokens', { name: 'Planted', scope: 'read' }, ({ token }) => token?._id),
  },
  'app passwords': {
    tags: ['access-added'],
    begin: made('/api/v1/devices', { name: 'Planted' }, ({ device }) => device?._id),
  },
  'calendar feeds': {
    tags: ['access-added'],
    begin: made('/api/v1/feeds', { kind: 'all' }, ({ feed }) => feed?._id),
  },
  webhooks: {
    tags: ['access-added'],
    begin: made(
      '/api/v1/webhooks',
      { name: 'Planted', url: 'https://example.com/x' },
      ({ webhook }) => webhook?._id,
    ),
  },
  'requests without the password': {
    tags: ['access-refused'],
    begin: async (mailbox) => {
      const { Email } = await accountOf(mailbox)
      const program = createClient()
      await ok(program.post('/api/v1/auth/login', { Email, Password: password }))
      return async () => {
        expect((await program.post('/api/v1/tokens', { name: 'x', scope: 'read' })).status).toBe(401)
      }
    },
  },
  'requests for another address': {
    tags: ['email-change-requested'],
    begin: repeated((client) => ok(requestEmail(client, uniqueEmail()))),
  },
  'changes of the address': {
    tags: ['email-change-requested', 'email-changed'],
    begin: async (mailbox) => async () => {
      const { user: _, ...client } = await clientOf(mailbox)
      await changeEmail(client, uniqueEmail())
    },
  },
  'deleted accounts': {
    tags: ['account-deleted'],
    begin: async (mailbox) => async () => {
      const { user: _, ...client } = await clientOf(mailbox)
      await ok(client.post('/api/v1/users/delete', { password }))
    },
  },
  'held deletions': {
    tags: ['deletions-held'],
    begin: async (mailbox) => {
      const user = await accountOf(mailbox)
      return async () => {
        await holdDeletion(user, 'Planted')
        await flushOutbox()
      }
    },
  },
  'webhooks that are switched off': {
    tags: ['webhook-off'],
    begin: async (mailbox) => {
      const { _id: userId } = await accountOf(mailbox)
      const details = { name: 'Planted', reason: 'gone' } as const
      return async () => {
        await enqueueNotice(db, { kind: 'webhook-off', userId, details })
        await flushOutbox()
      }
    },
  },
}

async function switchOn(client: Client) {
  const { secret } = (await client.post('/api/v1/auth/totp', { password })).body
  await ok(client.post('/api/v1/auth/totp/confirm', { code: codeOf(secret) }))
}

/** Kinds that are no notices: they have quotas of their own, or nobody can cause them at will. */
const others = [
  ...['password-reset', 'email-confirm', 'email-verify', 'contact', 'digest', 'welcome'],
  ...Object.keys(mailKinds).filter((kind) => /trial|subscription|payment|invoice/.test(kind)),
]

test('each kind of mail is a notice below, or has a quota of its own', () => {
  const noticed = Object.values(kinds).flatMap(({ tags }) => tags)
  expect([...new Set([...noticed, ...others, 'notices-paused'])].sort()).toEqual(
    Object.keys(mailKinds).sort(),
  )
})

/** The tags of all mails to an address, as soon as none is left in the outbox. Another process may send them. */
async function allTagsTo(Email: string) {
  await flushOutbox()
  const accounts = db.select({ _id: users._id }).from(users).where(eq(users.Email, Email))
  const isLeft = and(
    inArray(mails.state, ['pending', 'sending']),
    or(eq(mails.recipient, Email), inArray(mails.userId, accounts)),
  )
  await expect.poll(() => db.$count(mails, isLeft)).toBe(0)
  return (await mailsTo(Email)).map(({ Tag }) => Tag)
}

const tagsTo = async (Email: string, tags: string[]) =>
  (await allTagsTo(Email)).filter((tag) => [...tags, 'notices-paused'].includes(tag))

describe.each(Object.entries(kinds))('%s', (_name, { tags, begin }) => {
  test('are each mailed to the owner', async () => {
    const Email = uniqueEmail()
    const act = await begin({ Email, verified: true })
    for (let n = 0; n < 2; n++) {
      await forgetOtherQuotas()
      await act()
    }
    const sent = await tagsTo(Email, tags)
    expect(new Set(sent)).toEqual(new Set(tags))
    expect(sent.length).toBeGreaterThanOrEqual(2)
  })

  test('fill no mailbox that nobody has confirmed, and have no text of the user there', async () => {
    const Email = uniqueEmail()
    const act = await begin({ Email, verified: false })
    for (let n = 0; n < 12; n++) {
      await forgetOtherQuotas()
      await act()
    }
    const sent = await tagsTo(Email, tags)
    const kept = sent.filter((tag) => tag.startsWith('email-change'))
    expect(sent.filter((tag) => tag === 'notices-paused')).toHaveLength(1)
    expect(sent.length - 1).toBe(kept.length > 0 ? 8 : 5)
    expect(JSON.stringify(await mailsTo(Email))).not.toContain('Planted')
  })
})

describe('the quota', () => {
  const notice = { kind: 'recovery-codes' } as const
  const tell = (userId: string) => enqueueNotice(db, { ...notice, userId })

  test('is 20 a day for an address that is verified, and then one mail says that more follow on the screen', async () => {
    const Email = uniqueEmail()
    const { _id } = await createUser({ Email, verifiedEmail: Email.toUpperCase() })
    for (let n = 0; n < 30; n++) await tell(_id)
    expect((await allTagsTo(Email)).sort()).toEqual(['notices-paused', ...Array(20).fill('recovery-codes')])
    expect((await mailTo(Email, { tag: 'notices-paused' })).TextBody).toContain('/dashboard/security')
  })

  test('is one for all kinds, letter cases and accounts that have had the address, and ends after a day', async () => {
    const Email = uniqueEmail()
    for (let n = 0; n < 4; n++) {
      const typed = n % 2 ? Email : Email.toUpperCase()
      const { _id } = await createUser({ Email: typed })
      for (const kind of ['recovery-codes', 'second-factor-on', 'password-changed'] as const)
        await enqueueNotice(db, { kind, userId: _id })
      await flushOutbox()
      await db.delete(users).where(eq(users._id, _id))
    }
    const all = async () => [...(await allTagsTo(Email)), ...(await allTagsTo(Email.toUpperCase()))]
    expect((await all()).filter((tag) => tag !== 'notices-paused')).toHaveLength(5)
    expect(await all()).toHaveLength(6)
    await db
      .update(throttleCounters)
      .set({ expiresAt: sql`${throttleCounters.expiresAt} - interval '1 day'` })
    await tell((await createUser({ Email }))._id)
    expect(await all()).toHaveLength(7)
  })

  test('of one address is not that of another, and counts what happens at the same time', async () => {
    const [one, other] = [await createUser(), await createUser()]
    await Promise.all(Array.from({ length: 15 }, () => tell(one._id)))
    await tell(other._id)
    expect((await allTagsTo(one.Email)).sort()).toEqual([
      'notices-paused',
      ...Array(5).fill('recovery-codes'),
    ])
    expect(await allTagsTo(other.Email)).toEqual(['recovery-codes'])
  })

  test('leaves room for the link that takes a change of the address back', async () => {
    const { _id, Email } = await createUser()
    for (let n = 0; n < 10; n++) await tell(_id)
    await changeEmail(await signedInAs(_id), uniqueEmail())
    expect((await allTagsTo(Email)).filter((tag) => tag.startsWith('email-change')).sort()).toEqual([
      'email-change-requested',
      'email-changed',
    ])
  })

  test('skips an account that has ended', async () => {
    await enqueueNotice(db, { ...notice, userId: (await createUser())._id })
    await expect(tell('01900000-0000-7000-8000-000000000000')).resolves.toBeUndefined()
  })
})
