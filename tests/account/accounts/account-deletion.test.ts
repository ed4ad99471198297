import { eq, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { describe, expect, test } from 'vitest'
import { deleteEndedAccounts } from '~/account/accounts/account-data.server'
import { db } from '~/base/db/db.server'
import { asDeletedUser } from '~/base/http/deleted-user.server'
import { enqueue, flushOutbox } from '~/base/mail/outbox.server'
import { waitForBackgroundTasks } from '~/base/node/background.server'
import { remind } from '~/planning/reminders/remind.server'
import { accessCodes, buds, changes, mails, rateLimits, sessions, users } from '~drizzle/schema'
import { storeToken } from '../../integrations/tokens/support'
import { createClient, visibleText } from '../../support/client'
import { atOnce, countByStatus } from '../../support/concurrency'
import { isRemote } from '../../support/database'
import {
  createAccessCode,
  createBud,
  createCircle,
  createEvent,
  createInteraction,
  createUser,
  password,
  signedIn,
  signedInAs,
} from '../../support/factories'
import { findAnywhere } from '../../support/find-anywhere'
import { mailsTo, mailTo } from '../../support/mailbox'

const path = '/api/v1/users/delete'
const screen = '/dashboard/delete-account'
const pledge = { password }

const exists = async ({ _id }: { _id: string }) => (await db.$count(users, eq(users._id, _id))) === 1

/** A user with rows in every table that can have them, all of which contain the name or the user's id or address. */
async function wealthyUser() {
  const name = `Zephyrine${Math.random().toString(36).slice(2)}`
  const client = await signedIn({ Firstname: name, Surname: name, Location: name })
  const { user } = client
  const bud = await createBud(user, {
    Firstname: name,
    emails: [{ label: '', value: `${name}@example.com` }],
    dates: [{ label: name.slice(0, 20), year: 1990, month: 1, day: 2 }],
    cadenceDays: 3,
    notes: name,
  })
  const selectedBuds = [bud._id]
  await createCircle(user, { Name: name, selectedBuds, cadenceDays: 10 })
  await createEvent(user, { Name: name, selectedBuds })
  await createInteraction(user, { note: name, selectedBuds })
  await storeToken(user, { name })
  const code = await createAccessCode()
  await db.update(accessCodes).set({ isUsed: true, usedBy: user._id }).where(eq(accessCodes.code, code))
  await client.patch('/api/v1/users/settings', { digest: 'daily' })
  await client.post('/api/v1/users/verify-email', {})
  await client.patch('/api/v1/users/update-user', { Email: `${name}@example.org` })
  await createClient().post('/api/v1/auth/forgot-password', { Email: user.Email })
  await mailsTo(user.Email)
  await createClient().post('/api/v1/auth/forgot-password', { Email: user.Email })
  await client.patch(`/api/v1/buds/${bud._id}`, { Nickname: name })
  return { ...client, name, code, bud }
}

test('after a deletion no table has the id, the address or a name of the user', async () => {
  const { name, code, user, post, get } = await wealthyUser()
  expect((await findAnywhere(user._id)).length).toBeGreaterThan(12)
  const response = await post(path, pledge)
  expect(response).toMatchObject({ status: 200, body: { msg: 'Your account has been deleted' } })
  expect(response.cookies.join()).toMatch(/session=;.*Max-Age=0/)
  expect((await get('/api/v1/buds')).status).toBe(401)
  await mailTo(user.Email, { tag: 'account-deleted' })
  await waitForBackgroundTasks()
  await expect.poll(() => findAnywhere(user._id, user.Email, name)).toEqual([])
  const [used] = await db.select().from(accessCodes).where(eq(accessCodes.code, code))
  expect(used).toMatchObject({ isUsed: true, usedBy: null })
})

describe('the API', () => {
  test('asks for the password, and deletes nothing for a wrong one', async () => {
    const { user, post, get } = await signedIn()
    for (const body of [{}, { password: '' }, { password: null }]) {
      expect(await post(path, body)).toMatchObject({ status: 400, body: { errors: { password: [/./] } } })
    }
    for (const wrong of ['x', password.toLowerCase(), `${password} `]) {
      const msg = 'The password is wrong'
      expect(await post(path, { password: wrong })).toMatchObject({
        status: 401,
        body: { msg, errors: { password: [msg] } },
      })
    }
    expect((await get('/api/v1/users/current-user')).body.user.Email).toBe(user.Email)
    expect(await mailsTo(user.Email)).toEqual([])
  })

  test('throttles guesses together with those at the login', async () => {
    const { user, post } = await signedIn()
    for (let n = 0; n < 3; n++) expect((await post(path, { password: 'x' })).status).toBe(401)
    const login = { Email: user.Email, Password: 'not the password' }
    for (let n = 0; n < 2; n++)
      expect((await createClient().post('/api/v1/auth/login', login)).status).toBe(401)
    const response = await post(path, pledge)
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(await exists(user)).toBe(true)
  })

  test('refuses the demo account, an account without a password, and a request without a session', async () => {
    const demo = await signedIn({ traits: ['demo'] })
    for (const body of [{}, pledge]) {
      expect(await demo.post(path, body)).toMatchObject({
        status: 403,
        body: { msg: 'The demo account cannot be changed' },
      })
    }
    const other = await signedIn({ passwordHash: null })
    expect((await other.post(path, { password: 'x' })).status).toBe(403)
    expect(await createClient().post(path, pledge)).toMatchObject({
      status: 401,
      body: { msg: 'Please log in' },
    })
  })
})

test('the mail about the deletion goes to the address, and its row has no address afterwards', async () => {
  const { user, post } = await signedIn()
  await post(path, pledge)
  const mail = await mailTo(user.Email, { tag: 'account-deleted' })
  expect(mail.Subject).toBe('Your Budkeeper account was deleted')
  expect(await mailsTo(user.Email)).toHaveLength(1)
  await expect.poll(() => db.$count(mails, eq(mails.recipient, user.Email))).toBe(0)
})

test('all sessions end, and the address can be registered again at once', async () => {
  const { user, post } = await signedIn()
  const phone = await signedInAs(user._id)
  await post(path, pledge)
  expect((await phone.get('/api/v1/buds')).status).toBe(401)
  const credentials = { Email: user.Email, Password: password }
  const anonymous = createClient()
  expect((await anonymous.post('/api/v1/auth/login', credentials)).status).toBe(401)
  const registered = await anonymous.post('/api/v1/auth/register', { Firstname: 'Ada', ...credentials })
  expect(registered.status).toBe(201)
  expect((await anonymous.post('/api/v1/auth/login', credentials)).status).toBe(200)
  expect((await anonymous.get('/api/v1/buds')).body.totalBuds).toBe(0)
})

test('the data of other users stays', async () => {
  const [ada, grace] = [await signedIn(), await signedIn()]
  const bud = await createBud(grace.user)
  await createCircle(grace.user, { selectedBuds: [bud._id] })
  await createBud(ada.user)
  expect((await ada.post(path, pledge)).status).toBe(200)
  expect((await grace.get('/api/v1/circles')).body.circles[0].buds).toHaveLength(1)
  expect((await grace.get('/api/v1/changes')).body.totalChanges).toBe(2)
})

describe('the screen', () => {
  test('says what is deleted, and offers the export and a way back', async () => {
    const { user, visit } = await signedIn()
    const bud = await createBud(user)
    await createInteraction(user, { selectedBuds: [bud._id] })
    await createCircle(user)
    const page = await visit(screen)
    expect(visibleText(page)).toMatch(/1 bud 1 circle 0 events 1 interaction 0 photos/)
    expect(visibleText(page)).toContain(user.Email)
    expect(visibleText(page)).not.toContain('Your subscription')
    for (const href of ['/dashboard/data', '/dashboard/profile'])
      expect(page.text).toContain(`href="${href}"`)
  })

  test('shows an error at the password, and after the deletion leads to the landing page', async () => {
    const client = await signedIn()
    const { user, submit } = client
    const refused = await submit(screen, { password: 'x' })
    expect(refused.status).toBe(401)
    expect(visibleText(refused)).toContain('The password is wrong')
    expect(refused.text).not.toContain('value="x"')
    const deleted = await submit(screen, pledge)
    expect(deleted).toHaveRedirect('/')
    expect(deleted).toSendToast('Your account has been deleted')
    await expect.poll(() => exists(user)).toBe(false)
    expect(client.cookieHeader()).not.toContain('session=')
  })

  test('of the demo account refuses with 403', async () => {
    const demo = await signedIn({ traits: ['demo'] })
    const refused = await demo.submit(screen, { password: 'x' })
    expect(refused.status).toBe(403)
    expect(visibleText(refused)).toContain('The demo account cannot be changed')
  })
})

// Another process may have admins that these tests do not know.
describe.skipIf(isRemote)('an admin', () => {
  const withoutOtherAdmins = () => db.update(users).set({ Role: 'user' }).where(eq(users.Role, 'admin'))

  test('who is the only one cannot delete the account', async () => {
    await withoutOtherAdmins()
    const { user, post } = await signedIn({ traits: ['admin'] })
    const msg = 'You are the only admin. Make somebody else an admin first.'
    expect(await post(path, pledge)).toMatchObject({ status: 403, body: { msg } })
    await createUser({ traits: ['admin'] })
    expect((await post(path, pledge)).status).toBe(200)
    await expect.poll(() => exists(user)).toBe(false)
  })

  test('stays when all admins delete their accounts at once', async () => {
    await withoutOtherAdmins()
    const admins = await atOnce(4, () => signedIn({ traits: ['admin'] }))
    const responses = await Promise.all(admins.map(({ post }) => post(path, pledge)))
    expect(countByStatus(responses)).toEqual({ 200: 3, 403: 1 })
    expect(await db.$count(users, eq(users.Role, 'admin'))).toBe(1)
  })
})

/** Ends an account without deleting its data, as a killed process leaves it. */
const end = (userId: string) =>
  db.transaction(async (tx) => {
    await tx
      .update(users)
      .set({ Email: userId, Firstname: '', passwordHash: null, endedAt: sql`now()` })
      .where(eq(users._id, userId))
    await tx.delete(sessions).where(eq(sessions.userId, userId))
  })

describe('an account whose deletion was interrupted', () => {
  test('cannot be used, is not listed, and is deleted by the job', async () => {
    const { user, get } = await signedIn()
    for (let n = 0; n < 120; n++) await createBud(user)
    await end(user._id)
    expect((await get('/api/v1/buds')).status).toBe(401)
    const admin = await signedIn({ traits: ['admin'] })
    const { body } = await admin.get(`/api/v1/admin/users?search=${user._id}`)
    expect(body.users).toEqual([])
    const toggled = await admin.patch(`/api/v1/admin/users/${user._id}/toggle-test`, {})
    expect([200, 404]).toContain(toggled.status)
    // The servers of a remote test run the job themselves.
    if (!isRemote) await deleteEndedAccounts()
    await expect.poll(() => exists(user)).toBe(false)
    expect(await db.$count(buds, eq(buds.ownerId, user._id))).toBe(0)
    expect(await db.$count(changes, eq(changes.ownerId, user._id))).toBe(0)
  })

  test('gets no mail that was written before', async () => {
    const { user } = await signedIn()
    await end(user._id)
    await enqueue(db, [{ kind: 'password-changed', userId: user._id }])
    await flushOutbox()
    const [row] = await db.select().from(mails).where(eq(mails.userId, user._id))
    expect(row?.state ?? 'discarded').toBe('discarded')
    if (!isRemote) await deleteEndedAccounts()
    await expect.poll(() => exists(user)).toBe(false)
  })
})

describe('at the same time as a deletion', () => {
  test('the write of a request whose user is gone fails like a request without a session', async () => {
    const error = await createBud({ _id: uuid() }).catch((error) => error)
    expect(asDeletedUser(error)).toMatchObject({ status: 401, msg: 'Please log in' })
    expect(asDeletedUser(new Error('another error', { cause: { code: '23503' } }))).toBeUndefined()
  })

  test('a second one of the account gets 401, and there is one mail', async () => {
    const { user, post } = await signedIn()
    await createBud(user)
    const responses = await atOnce(4, () => post(path, pledge))
    expect(countByStatus(responses)).toEqual({ 200: 1, 401: 3 })
    await mailTo(user.Email)
    expect(await mailsTo(user.Email)).toHaveLength(1)
    await expect.poll(() => exists(user)).toBe(false)
  })

  test('writes of the user succeed or get 401, and leave nothing', async () => {
    for (let round = 0; round < 3; round++) {
      const { user, post, patch } = await signedIn()
      const bud = await createBud(user)
      const writes = [
        () => post('/api/v1/buds', { Firstname: 'Zephyrine' }),
        () => post('/api/v1/circles', { Name: 'Zephyrine', selectedBuds: [bud._id] }),
        () => patch(`/api/v1/buds/${bud._id}`, { Nickname: 'Zephyrine' }),
        () => post(`/api/v1/buds/${bud._id}/log`, {}),
        () => patch('/api/v1/users/update-user', { Location: 'Zephyrine' }),
        () => patch('/api/v1/users/settings', { digest: 'daily' }),
        () => post('/api/v1/users/verify-email', {}),
        () => post('/api/v1/auth/forgot-password', { Email: user.Email }),
      ]
      const before = atOnce(24, (n) => (writes[n % writes.length] as () => Promise<{ status: number }>)())
      const [deleted, during] = await Promise.all([post(path, pledge), before])
      expect(deleted.status).toBe(200)
      for (const { status } of during) expect([200, 201, 400, 401, 404, 409, 429]).toContain(status)
      await waitForBackgroundTasks()
      await expect.poll(() => exists(user)).toBe(false)
      await expect.poll(() => findAnywhere(user._id, user.Email)).toEqual([])
    }
  })

  test.skipIf(isRemote)('the reminder job sends no digest afterwards', async () => {
    const { user, post } = await signedIn({ digest: 'daily', nextDigestAt: new Date(Date.now() - 1_000) })
    await db.update(users).set({ verifiedEmail: user.Email }).where(eq(users._id, user._id))
    const [response] = await Promise.all([post(path, pledge), remind(), remind()])
    expect(response.status).toBe(200)
    await remind()
    const tags = (await mailsTo(user.Email)).map(({ Tag }) => Tag)
    expect(tags.at(-1)).toBe('account-deleted')
    await expect.poll(() => findAnywhere(user._id)).toEqual([])
  })
})

test.skipIf(isRemote)('counts of API requests of a deleted user do not stop those of others', async () => {
  const [ada, grace] = [await signedIn(), await signedIn()]
  await ada.post(path, pledge)
  await grace.get('/api/v1/buds')
  await expect.poll(() => db.$count(rateLimits, eq(rateLimits.userId, grace.user._id))).toBe(1)
  expect(await db.$count(rateLimits, eq(rateLimits.userId, ada.user._id))).toBe(0)
})
