import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { BudInput } from '~/buds/bud'
import { db } from '~/server/db.server'
import { buds, users } from '~drizzle/schema'
import { createClient, said } from './support/client'
import { createBud, createUser, password, signedIn, uniqueEmail } from './support/factories'
import { mailTo, resetTokenIn } from './support/mailbox'

/** Everything that a bud can hold, with what the rules trim, skip and drop. */
const asTyped = {
  Firstname: '  Grace ',
  Surname: 'Hopper',
  Nickname: ' Amazing Grace',
  Occupation: 'Rear admiral',
  Location: 'Arlington',
  OccupationLocation: 'New York',
  Budtype: 'Work',
  hobbies: ['Knitting', 'Reading', 'Conquest'],
  preferences: ['Tea'],
  industry: ['Engineering', 'Nonsense'],
  origination: ['Conferences'],
  LastInteraction: ' a nanosecond ago ',
  customFields: [
    { name: ' Ship ', value: ' Hopper ' },
    { name: '   ', value: 'skipped' },
    { name: 'Born', value: '' },
  ],
}

/** The same as the form sends it: lists as JSON in hidden fields, custom fields counted from 0. */
function asForm({ hobbies, preferences, industry, origination, customFields, ...text }: typeof asTyped) {
  const fields: Record<string, string> = { ...text }
  for (const [name, list] of Object.entries({ hobbies, preferences, industry, origination })) {
    fields[name] = JSON.stringify(list)
  }
  for (const [n, { name, value }] of customFields.entries()) {
    fields[`customField${n}Name`] = name
    fields[`customField${n}Value`] = value
  }
  return fields
}

const stored: BudInput = {
  ...asTyped,
  Firstname: 'Grace',
  Nickname: 'Amazing Grace',
  Budtype: 'Work',
  hobbies: ['Knitting', 'Reading'],
  industry: ['Engineering'],
  LastInteraction: 'a nanosecond ago',
  customFields: [
    { name: 'Ship', value: 'Hopper' },
    { name: 'Born', value: '' },
  ],
}

async function budsOf({ _id }: { _id: string }) {
  const rows = await db.select().from(buds).where(eq(buds.ownerId, _id))
  return rows.map(({ _id, ownerId, createdAt, nameKey, searchText, ...rest }) => rest)
}

describe('creating a bud', () => {
  test('the form and the API store the same row', async () => {
    const [one, two] = [await signedIn(), await signedIn()]
    const screen = await one.submit('/dashboard/AddBud', asForm(asTyped))
    expect(screen).toHaveRedirect('/dashboard')
    expect(screen).toSendToast('Bud added successfully')
    const answer = await two.post('/api/v1/buds', asTyped)
    expect(answer).toMatchObject({ status: 201, body: { msg: 'Bud added successfully', bud: stored } })
    expect(await budsOf(one.user)).toEqual([stored])
    expect(await budsOf(two.user)).toEqual([stored])
  })

  test('with a first name only, both store the same row', async () => {
    const [one, two] = [await signedIn(), await signedIn()]
    await one.submit('/dashboard/AddBud', { Firstname: 'Grace' })
    await two.post('/api/v1/buds', { Firstname: 'Grace' })
    expect(await budsOf(one.user)).toEqual(await budsOf(two.user))
    expect(await budsOf(one.user)).toMatchObject([{ Firstname: 'Grace', Surname: '', Budtype: 'Other' }])
  })

  test('both refuse a bud without a first name, and store nothing', async () => {
    const user = await signedIn()
    const screen = await user.submit('/dashboard/AddBud', { Firstname: '  ', Surname: 'Hopper' })
    expect(screen.status).toBe(400)
    expect(screen.text).toContain('First name is required')
    const answer = await user.post('/api/v1/buds', { Surname: 'Hopper' })
    expect(answer).toMatchObject({
      status: 400,
      body: { msg: 'First name is required', errors: { Firstname: ['First name is required'] } },
    })
    expect(await budsOf(user.user)).toEqual([])
  })
})

describe('changing a bud', () => {
  test('the form and the API store the same row', async () => {
    const [one, two] = [await signedIn(), await signedIn()]
    const first = await createBud(one.user, { Firstname: 'Ada', hobbies: ['Chess'] })
    const second = await createBud(two.user, { Firstname: 'Ada', hobbies: ['Chess'] })
    const screen = await one.submit(`/dashboard/EditBud/${first._id}`, asForm(asTyped))
    expect(screen).toHaveRedirect('/dashboard')
    expect(screen).toSendToast('Bud edited successfully')
    const answer = await two.patch(`/api/v1/buds/${second._id}`, asTyped)
    expect(answer).toMatchObject({ status: 200, body: { msg: 'Bud edited successfully', bud: stored } })
    expect(await budsOf(one.user)).toEqual([stored])
    expect(await budsOf(two.user)).toEqual([stored])
  })

  test('a form with nothing chosen empties the lists, as an empty list in JSON does', async () => {
    const [one, two] = [await signedIn(), await signedIn()]
    const full = { Firstname: 'Ada', hobbies: ['Chess'], customFields: [{ name: 'a', value: 'b' }] }
    const first = await createBud(one.user, full)
    const second = await createBud(two.user, full)
    await one.submit(`/dashboard/EditBud/${first._id}`, { Firstname: 'Ada' })
    await two.patch(`/api/v1/buds/${second._id}`, { hobbies: [], customFields: [] })
    expect(await budsOf(one.user)).toMatchObject([{ hobbies: [], customFields: [] }])
    expect(await budsOf(one.user)).toEqual(await budsOf(two.user))
  })
})

describe('deleting a bud', () => {
  test('the form and the API leave nothing of it', async () => {
    const user = await signedIn()
    const [first, second] = [await createBud(user.user), await createBud(user.user)]
    const screen = await user.submit(`/dashboard/DeleteBud/${first._id}`, {})
    expect(screen).toHaveRedirect('/dashboard')
    expect(screen).toSendToast('Bud deleted successfully')
    const answer = await user.delete(`/api/v1/buds/${second._id}`)
    expect(answer).toMatchObject({ status: 200, body: { msg: 'Bud deleted successfully' } })
    expect(await budsOf(user.user)).toEqual([])
  })

  test("both say of another's bud that there is none", async () => {
    const user = await signedIn()
    const bud = await createBud(await createUser())
    const screen = await user.submit(`/dashboard/DeleteBud/${bud._id}`, {})
    expect(screen).toSendToast('Bud not found')
    expect(await user.delete(`/api/v1/buds/${bud._id}`)).toMatchObject({ status: 404 })
  })
})

describe('registering', () => {
  const person = { Firstname: ' Ada ', Surname: 'Lovelace ', Password: password }

  async function accountOf(Email: string) {
    const [row] = await db.select().from(users).where(eq(users.Email, Email))
    if (!row) return undefined
    const { _id, Email: _, passwordHash, createdAt, trialEndsAt, ...rest } = row
    return { ...rest, trialDays: Math.round((trialEndsAt.getTime() - createdAt.getTime()) / 86_400_000) }
  }

  test('the form and the API make the same account', async () => {
    const [one, two] = [uniqueEmail(), uniqueEmail()]
    const screen = await createClient().submit('/register', { ...person, Email: one, terms: 'accepted' })
    expect(screen).toHaveRedirect('/login')
    expect(screen).toSendToast('Account created successfully. Please log in.')
    const answer = await createClient().post('/api/v1/auth/register', { ...person, Email: two })
    expect(answer).toMatchObject({
      status: 201,
      body: { msg: 'Account created successfully. Please log in.' },
    })
    expect(await accountOf(one)).toMatchObject({
      Firstname: 'Ada',
      Surname: 'Lovelace',
      Role: 'user',
      isTestAccount: false,
      trialDays: 14,
    })
    expect(await accountOf(one)).toEqual(await accountOf(two))
  })

  test('both refuse an address that exists, in any letter case', async () => {
    const { Email } = await createUser()
    const again = { ...person, Email: Email.toUpperCase() }
    const screen = await createClient().submit('/register', { ...again, terms: 'accepted' })
    expect(screen.status).toBe(409)
    expect(screen.text).toContain('An account with this email already exists')
    expect(await createClient().post('/api/v1/auth/register', again)).toMatchObject({
      status: 409,
      body: { msg: 'An account with this email already exists' },
    })
  })
})

describe('resetting a password', () => {
  test('the form and the API both let the new password in and the old one no longer', async () => {
    for (const door of ['form', 'api']) {
      const { Email } = await createUser()
      await createClient().post('/api/v1/auth/forgot-password', { Email })
      const token = resetTokenIn(await mailTo(Email))
      const input = { password: 'Green-Heron-43', confirmPassword: 'Green-Heron-43' }
      if (door === 'form') {
        const screen = await createClient().submit(`/reset-password/${token}`, input)
        expect(screen).toHaveRedirect('/login')
        expect(screen).toSendToast('Password reset successful! You can now log in with your new password.')
      } else {
        expect(await createClient().post(`/api/v1/auth/reset-password/${token}`, input)).toMatchObject({
          status: 200,
          body: { msg: 'Password reset successful! You can now log in with your new password.' },
        })
      }
      const login = (Password: string) => createClient().post('/api/v1/auth/login', { Email, Password })
      expect((await login(password)).status).toBe(401)
      expect((await login(input.password)).status).toBe(200)
    }
  })
})

describe('changing the own profile', () => {
  const profile = { Firstname: ' Grace ', Surname: 'Hopper', Location: ' Arlington ' }

  async function accountOf({ _id }: { _id: string }) {
    const [row] = await db.select().from(users).where(eq(users._id, _id))
    return row && { ...row, _id: '', Email: '', createdAt: '', passwordHash: '', trialEndsAt: '' }
  }

  async function picture() {
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'green' } })
      .png()
      .toBuffer()
    return new File([new Uint8Array(png)], 'me.png', { type: 'image/png' })
  }

  async function asMultipart(Email: string) {
    const form = new FormData()
    for (const [name, value] of Object.entries({ ...profile, Email })) form.append(name, value)
    form.append('avatar', await picture())
    return form
  }

  test('the form and the API store the same row', async () => {
    const [one, two] = [await signedIn(), await signedIn()]
    const screen = await one.submit('/dashboard/profile', await asMultipart(uniqueEmail()))
    expect(screen).toSendToast('Profile updated successfully')
    const body = await asMultipart(uniqueEmail())
    const answer = await two.send('PATCH', '/api/v1/users/update-user', { body })
    expect(answer).toMatchObject({ status: 200, body: { msg: 'Profile updated successfully' } })
    const rows = [await accountOf(one.user), await accountOf(two.user)]
    expect(rows[0]).toMatchObject({ Firstname: 'Grace', Surname: 'Hopper', Location: 'Arlington' })
    expect(rows[0]?.avatar).toMatch(/^\/avatars\//)
    expect(rows[1]).toEqual(rows[0])
  })

  test('both refuse an address that somebody has, and store nothing', async () => {
    const { Email } = await createUser()
    const [one, two] = [await signedIn(), await signedIn()]
    const before = [await accountOf(one.user), await accountOf(two.user)]
    expect((await one.submit('/dashboard/profile', await asMultipart(Email))).status).toBe(409)
    const body = await asMultipart(Email)
    expect((await two.send('PATCH', '/api/v1/users/update-user', { body })).status).toBe(409)
    expect([await accountOf(one.user), await accountOf(two.user)]).toEqual(before)
  })
})

describe('a failure that is ours', () => {
  const without = async (table: 'buds' | 'users', work: () => Promise<void>) => {
    const rename = (from: string, to: string) => db.execute(sql.raw(`alter table ${from} rename to ${to}`))
    await rename(table, 'gone')
    await work().finally(() => rename('gone', table))
  }

  test('leads from a bud to the list, and says so', async () => {
    const user = await signedIn()
    const bud = await createBud(user.user)
    await without('buds', async () => {
      const answer = await user.visit(`/dashboard/EditBud/${bud._id}`)
      expect(answer).toHaveRedirect('/dashboard')
      expect(answer).toSendToast('Something went wrong')
    })
  })

  test('leads from a deletion to the list, and says so', async () => {
    const user = await signedIn()
    const bud = await createBud(user.user)
    await without('buds', async () => {
      const answer = await user.submit(`/dashboard/DeleteBud/${bud._id}`, {})
      expect(answer).toHaveRedirect('/dashboard')
      expect(answer).toSendToast('Something went wrong')
    })
    expect(await budsOf(user.user)).toHaveLength(1)
  })

  test('leads from the demo back to the login, and says so', async () => {
    await without('users', async () => {
      const answer = await createClient().submit('/login', { intent: 'demo' })
      expect(answer).toHaveRedirect('/login')
      expect(answer).toSendToast('Something went wrong')
    })
  })
})

describe('the error page', () => {
  const page = (path: string, method: string, type: string, body: string) =>
    createClient().send(method, path, { headers: { 'Content-Type': type }, body })

  test.each([
    ['what is no form', 415, () => page('/login', 'POST', 'text/plain', 'a')],
    [
      'a form that is too large',
      413,
      () => createClient().submit('/login', { Email: 'a'.repeat(3_000_000) }),
    ],
    ['another method', 405, () => page('/', 'POST', 'application/x-www-form-urlencoded', '')],
  ])('does not blame us for %s', async (_what, status, send) => {
    const answer = await send()
    expect(answer.status).toBe(status)
    expect(said(answer)).toContain('Error Page This request could not be understood.')
  })
})
