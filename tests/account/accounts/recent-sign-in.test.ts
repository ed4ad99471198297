import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { emailChanges, sessions } from '~drizzle/schema'
import { type Client, createClient, visibleText } from '../../support/client'
import { createBud, createEvent, createUser, password, signedIn, uniqueEmail } from '../../support/factories'
import { mailsTo, mailTo } from '../../support/mailbox'
import { codeOf } from '../../support/totp'
import { logInByPasskey, withPasskey } from '../security/passkey-support'

const needed = 'Enter your password to go on'
const refused = { status: 401, body: { msg: needed, errors: { password: [needed] } } }

type User = { _id: string; Email: string }
type Operation = {
  name: string
  /** The URL and the body of the call, which asks for the password. */
  call: (user: User) => Promise<[method: 'POST' | 'PATCH', path: string, body: Record<string, unknown>]>
  made: number
}

const operations: Operation[] = [
  {
    name: 'another email address',
    call: async () => ['PATCH', '/api/v1/users/update-user', { Email: uniqueEmail() }],
    made: 200,
  },
  {
    name: 'a token',
    call: async () => ['POST', '/api/v1/tokens', { name: 'x', scope: 'write', expiresAt: null }],
    made: 201,
  },
  { name: 'a device', call: async () => ['POST', '/api/v1/devices', { name: 'x' }], made: 201 },
  { name: 'a feed', call: async () => ['POST', '/api/v1/feeds', { kind: 'all', names: true }], made: 201 },
  {
    name: 'a webhook',
    call: async () => ['POST', '/api/v1/webhooks', { url: 'https://example.com/x' }],
    made: 201,
  },
  {
    name: 'links for guests',
    call: async (user) => {
      const bud = await createBud(user)
      const event = await createEvent(user, { startDate: '2099-05-02T12:00', selectedBuds: [bud._id] })
      return ['POST', `/api/v1/events/${event._id}/guests`, {}]
    },
    made: 201,
  },
  {
    name: 'an update link',
    call: async (user) => ['POST', `/api/v1/buds/${(await createBud(user))._id}/update-link`, {}],
    made: 201,
  },
]

const send = (client: Client, [method, path, body]: Awaited<ReturnType<Operation['call']>>, more = {}) =>
  client.send(method, path, {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...body, ...more }),
  })

/** As a program signs in. */
async function programOf({ Email }: User) {
  const client = createClient()
  expect((await client.post('/api/v1/auth/login', { Email, Password: password })).status).toBe(200)
  return client
}

/** As a person signs in. */
async function browserOf({ Email }: User) {
  const client = createClient()
  expect(await client.submit('/login', { Email, Password: password })).toHaveRedirect('/dashboard')
  return client
}

/** Somebody who has copied the cookies. */
function copyOf(client: Client) {
  const copy = createClient()
  for (const cookie of client.cookies.values()) copy.storeCookie(cookie)
  return copy
}

/** Lets five minutes pass since the sign-in and since the password was given. */
const ageSignIns = (user: User) =>
  db
    .update(sessions)
    .set({
      provenAt: sql`${sessions.provenAt} - interval '5 minutes'`,
      createdAt: sql`${sessions.createdAt} - interval '5 minutes'`,
    })
    .where(eq(sessions.userId, user._id))

const statusOf = async (client: Client) => (await client.get('/api/v1/users/current-user')).status

describe.each(operations)('$name', ({ name, call, made }) => {
  test('asks for the password, and the session is replaced by another one', async () => {
    const user = await createUser()
    const client = await programOf(user)
    await ageSignIns(user)
    const copy = copyOf(client)
    const wanted = await call(user)
    expect(await send(client, wanted)).toMatchObject(refused)
    expect(await send(client, wanted, { password: '' })).toMatchObject(refused)
    expect(await send(client, wanted, { password: 'wrong' })).toMatchObject({
      status: 401,
      body: { errors: { password: ['The password is wrong'] } },
    })
    expect((await send(client, wanted, { password: 7 })).status).toBe(400)
    expect([await statusOf(client), await statusOf(copy)]).toEqual([200, 200])
    expect((await send(client, wanted, { password })).status).toBe(made)
    expect([await statusOf(client), await statusOf(copy)]).toEqual([200, 401])
    // The password was given beside a call: that counts for the next one.
    expect((await send(client, await call(user))).status).toBe(made)
  })

  test('after a sign-in by the API, only a link that shows one page needs nothing more', async () => {
    const user = await createUser()
    const response = await send(await programOf(user), await call(user))
    if (/link/.test(name)) expect(response.status).toBe(made)
    else expect(response).toMatchObject(refused)
  })

  test('asks for nothing more for five minutes after a sign-in on the screens', async () => {
    const user = await createUser()
    const client = await browserOf(user)
    expect((await send(client, await call(user))).status).toBe(made)
    await ageSignIns(user)
    expect(await send(client, await call(user))).toMatchObject(refused)
    // A wrong password is wrong also while none would be needed.
    const recent = await browserOf(user)
    expect((await send(recent, await call(user), { password: 'wrong' })).status).toBe(401)
  })
})

test('a passkey, a code and a confirmed second factor make a sign-in recent; the API and the demo do not', async () => {
  const { user, client, device } = await withPasskey()
  const isRecent = async (one: Client) =>
    (await one.post('/api/v1/tokens', { name: 'x', scope: 'read' })).status === 201
  const byPasskey = createClient()
  expect((await logInByPasskey(device, byPasskey)).status).toBe(200)
  await ageSignIns(user)
  expect([await isRecent(byPasskey), await isRecent(client)]).toEqual([false, false])
  const again = createClient()
  await logInByPasskey(device, again)
  expect(await isRecent(again)).toBe(true)

  const { secret } = (await client.post('/api/v1/auth/totp', { password })).body
  await ageSignIns(user)
  const copy = copyOf(client)
  expect(await isRecent(client)).toBe(false)
  expect((await client.post('/api/v1/auth/totp/confirm', { code: codeOf(secret) })).status).toBe(200)
  expect([await isRecent(client), await statusOf(copy)]).toEqual([true, 401])
})

describe('the owner', () => {
  test('hears of a refusal once a day, and of each new token, device, feed and webhook', async () => {
    const user = await createUser()
    await db.execute(sql`update users set verified_email = email where id = ${user._id}`)
    const thief = await programOf(user)
    for (const { call } of operations.slice(0, 5))
      expect(await send(thief, await call(user))).toMatchObject(refused)
    const mail = await mailTo(user.Email, { tag: 'access-refused' })
    expect(mail.Subject).toBe('Somebody asked your Budkeeper account for another email address')

    const client = await browserOf(user)
    for (const { call } of operations.slice(1, 5)) await send(client, await call(user))
    await expect.poll(() => mailsTo(user.Email)).toHaveLength(5)
    const mails = await mailsTo(user.Email)
    expect(mails.map(({ Subject }) => Subject)).toEqual([
      mail.Subject,
      'Your Budkeeper account has a new API token',
      'Your Budkeeper account has a new app password',
      'Your Budkeeper account has a new calendar feed',
      'Your Budkeeper account has a new webhook',
    ])
    expect(mails[1]?.TextBody).toContain(
      "'x', read and write. It works without your password, until it is revoked.",
    )
    expect(mails[3]?.TextBody).toContain('with names')
  })

  test('at an address that nobody has confirmed does not read what the user wrote', async () => {
    const user = await createUser()
    const client = await browserOf(user)
    await client.post('/api/v1/tokens', { name: 'Buy at example.net', scope: 'read' })
    const { TextBody, HtmlBody } = await mailTo(user.Email, { tag: 'access-added' })
    expect(TextBody + HtmlBody).not.toContain('example.net')
  })
})

describe('on the screens, after five minutes', () => {
  const field = 'Account password'

  test.each([
    [
      '/dashboard/developers',
      { intent: 'make', name: 'Backup', scope: 'write', expiresAt: 'never' },
      'value="Backup"',
    ],
    ['/dashboard/developers', { intent: 'make-feed', kind: 'dates', expiresAt: 'never' }, 'value="dates"'],
    [
      '/dashboard/developers',
      { intent: 'add-webhook', url: 'https://example.com/kept' },
      'https://example.com/kept',
    ],
    ['/dashboard/profile', { Firstname: 'Kept', Email: 'other@example.net' }, 'value="Kept"'],
  ])('the form of %s %j asks for the password and keeps what was typed', async (path, fields, kept) => {
    const client = await signedIn()
    expect(visibleText(await client.visit(path))).not.toContain(field)
    await ageSignIns(client.user)
    expect(visibleText(await client.visit(path))).toContain(field)
    const asked = await client.submit(path, fields as Record<string, string>)
    expect([asked.status, asked.text.includes(kept)]).toEqual([401, true])
    expect(visibleText(asked)).toContain(needed)
    const wrong = await client.submit(path, { ...fields, password: 'not it at all' } as Record<
      string,
      string
    >)
    expect([wrong.status, wrong.text.includes('not it at all')]).toEqual([401, false])
    expect(visibleText(wrong)).toContain('The password is wrong')
    const copy = copyOf(client)
    const made = await client.submit(path, { ...fields, password } as Record<string, string>)
    expect([201, 302]).toContain(made.status)
    // Without JavaScript, the page that answers the form is rendered with the new session.
    expect(visibleText(made)).not.toContain(needed)
    expect([await statusOf(client), await statusOf(copy)]).toEqual([200, 401])
  })

  test('guests and update links too', async () => {
    const client = await signedIn()
    const [one, two] = [await createBud(client.user), await createBud(client.user)]
    const event = await createEvent(client.user, {
      startDate: '2099-05-02T12:00',
      selectedBuds: [one._id, two._id],
    })
    for (const [path, fields, kept] of [
      [
        `/dashboard/EventGuests/${event._id}`,
        { intent: 'make', selectedBuds: two._id },
        `checked="" value="${two._id}"`,
      ],
      [`/dashboard/Bud/${one._id}`, { intent: 'update-link', show: 'true' }, 'name="show" checked=""'],
    ] as const) {
      await ageSignIns(client.user)
      const asked = await client.submit(path, { ...fields })
      expect([asked.status, visibleText(asked).includes(needed)]).toEqual([401, true])
      expect(asked.text).toContain(kept)
      expect((await client.submit(path, { ...fields, password })).status).toBe(201)
    }
    await ageSignIns(client.user)
    // What takes away asks for nothing.
    const ended = await client.submit(`/dashboard/EventGuests/${event._id}`, {
      intent: 'end',
      selectedBuds: two._id,
    })
    expect(ended.status).toBe(302)
  })

  test('everything else on the profile is saved without it', async () => {
    const client = await signedIn()
    const { Email, _id } = client.user
    await ageSignIns(client.user)
    const saved = await client.submit('/dashboard/profile', {
      Firstname: 'Grace',
      Email: Email.toUpperCase(),
    })
    expect(saved).toHaveRedirect('/dashboard/profile')
    expect((await client.get('/api/v1/users/current-user')).body.user).toMatchObject({
      Firstname: 'Grace',
      Email: Email.toUpperCase(),
    })
    await db
      .insert(emailChanges)
      .values({ userId: _id, email: 'pending@example.net', expiresAt: new Date(Date.now() + 100_000) })
    const again = await client.submit('/dashboard/profile', {
      Firstname: 'Ada',
      Email: 'pending@example.net',
    })
    expect(again).toHaveRedirect('/dashboard/profile')
  })
})

describe('a copied cookie ends at once with', () => {
  test.each<[string, (client: Client) => Promise<{ status: number }>]>([
    [
      'a new password',
      (one) => one.post('/api/v1/auth/change-password', { password, newPassword: 'brand new words 77' }),
    ],
    ['the begin of a second factor', (one) => one.post('/api/v1/auth/totp', { password })],
    ['the options of a passkey', (one) => one.post('/api/v1/passkeys/options', { password })],
    ['signing out all others', (one) => one.delete('/api/v1/sessions')],
    [
      'signing out all others on the screen',
      (one) => one.submit('/dashboard/security', { intent: 'end-others' }),
    ],
    [
      'a new password on the screen',
      (one) =>
        one.submit('/dashboard/security', {
          intent: 'password',
          password,
          newPassword: 'brand new words 77',
        }),
    ],
  ])('%s', async (_name, operation) => {
    const client = await signedIn()
    const copy = copyOf(client)
    expect(await statusOf(copy)).toBe(200)
    expect([200, 302]).toContain((await operation(client)).status)
    expect([await statusOf(client), await statusOf(copy)]).toEqual([200, 401])
    expect((await client.get('/api/v1/sessions')).body.sessions).toHaveLength(1)
  })

  test('a wrong password, or a read, it stays: nothing was proven', async () => {
    const client = await signedIn()
    const copy = copyOf(client)
    await client.post('/api/v1/auth/totp', { password: 'wrong' })
    await client.visit('/dashboard/security')
    expect([await statusOf(client), await statusOf(copy)]).toEqual([200, 200])
  })

  test('signing out all others does not begin five minutes', async () => {
    const user = await createUser()
    const client = await programOf(user)
    expect((await client.delete('/api/v1/sessions')).status).toBe(200)
    expect(await client.post('/api/v1/tokens', { name: 'x', scope: 'read' })).toMatchObject(refused)
  })

  test('several at the same time leave one session that works', async () => {
    const client = await signedIn()
    const copies = [client, copyOf(client), copyOf(client), copyOf(client)]
    const made = await Promise.all(
      copies.map((one) => one.post('/api/v1/tokens', { name: 'x', scope: 'read', password })),
    )
    expect(made.map(({ status }) => status).sort()).toEqual([201, 401, 401, 401])
    const alive = await Promise.all(copies.map(statusOf))
    expect(alive.sort()).toEqual([200, 401, 401, 401])
  })
})
