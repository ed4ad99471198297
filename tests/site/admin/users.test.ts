import { eq, isNull } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { formatDay } from '~/base/components/day'
import { db } from '~/base/db/db.server'
import { users } from '~drizzle/schema'
import { visibleText } from '../../support/client'
import { createUser, signedIn } from '../../support/factories'
import { withoutColumn } from '../../support/outage'

const screen = '/dashboard/Admin?tab=users'
const api = '/api/v1/admin/users'

let admin: Awaited<ReturnType<typeof signedIn>>
/** A unique surname. */
let Surname: string

beforeEach(async () => {
  Surname = `Q${uuid().slice(-12)}`
  admin = await signedIn({ traits: ['admin'], Surname })
})

const find = (query = '') => admin.get(`${api}?search=${Surname}${query}`)
const visit = (query = '') => admin.visit(`${screen}&search=${Surname}${query}`)
const isTestAccount = async ({ _id }: { _id: string }) =>
  (await db.select().from(users).where(eq(users._id, _id)))[0]?.isTestAccount

/** Users that are newer than all others. The last is the newest. */
async function storeUsers(count: number) {
  const first = Date.now() + 60_000
  const rows = Array.from({ length: count }, (_, n) => ({
    _id: uuid({ msecs: first + n }),
    Firstname: `No${n}`,
    Surname,
    Email: `${Surname}-${n}@example.com`,
    trialEndsAt: new Date(),
  }))
  await db.insert(users).values(rows)
}

describe('the list', () => {
  test('has a row for each user, with a toggle except for admins', async () => {
    const user = await createUser({ Surname, Firstname: 'Grace' })
    await createUser({ Surname, Firstname: 'Joan', traits: ['testRole', 'testAccount'] })
    const page = await visit()
    const day = formatDay(user.createdAt)
    expect(visibleText(page)).toContain('Name Email Role Created Test account')
    expect(visibleText(page)).toContain(`Grace ${Surname} ${user.Email} user ${day}`)
    expect(visibleText(page)).toContain(`Joan ${Surname}`)
    expect(visibleText(page)).toContain(`Ada ${Surname} ${admin.user.Email} admin ${day} –`)
    expect(visibleText(page)).toContain('3 users found')
    const toggles = page.text.match(/<button[^>]*role="switch"[^>]*>/g) ?? []
    expect(toggles).toHaveLength(2)
    expect(toggles[0]).toMatch(/aria-checked="true".*name="isTestAccount" value="false"/)
    expect(toggles[1]).toMatch(/aria-checked="false".*name="isTestAccount" value="true"/)
  })

  test('has pages of 50, or of `limit` (1 to 1000) in the API, the newest first', async () => {
    await storeUsers(101)
    const shown = async (query = '') => (await visit(query)).text.match(/No\d+(?= Q)/g) ?? []
    expect(await shown()).toHaveLength(50)
    expect((await shown())[0]).toBe('No100')
    expect((await shown('&page=2'))[0]).toBe('No50')
    for (const page of ['3', '99']) expect(await shown(`&page=${page}`)).toEqual(['No0'])
    const names = async (query: string) =>
      (await admin.get(api + query)).body.users.map(({ Firstname }: { Firstname: string }) => Firstname)
    expect(await names(`?search=${Surname}&limit=2&page=51`)).toEqual(['No0', 'Ada'])
    const empty = { users: [], totalUsers: 102, numOfPages: 51 }
    expect((await find('&limit=2&page=52')).body).toMatchObject(empty)
    expect(await names('?limit=3')).toEqual(['No100', 'No99', 'No98'])
    expect((await admin.get(`${api}?limit=3`)).body.totalUsers).toBe(
      await db.$count(users, isNull(users.endedAt)),
    )
    for (const query of ['limit=0', 'limit=1001', 'page=0', 'page=1.5']) {
      expect((await admin.get(`${api}?${query}`)).status, query).toBe(400)
    }
    await db.delete(users).where(eq(users.Surname, Surname))
  })

  test("that cannot be loaded shows 'Error fetching users', and the other tabs work", async () => {
    await withoutColumn('users', 'search_text', async () => {
      const page = await admin.visit(`${screen}&search=ada`)
      expect(page.status).toBe(500)
      expect(visibleText(page)).toContain('Admin Access Codes Users Settings')
      expect(visibleText(page)).toContain('Error fetching users')
      expect((await admin.visit('/dashboard/Admin?tab=settings')).status).toBe(200)
    })
  })

  test('is searched by parts of the name and of the email address, in any letter case', async () => {
    const user = await createUser({ Surname: `Öz${Surname}`, Firstname: 'Grace' })
    for (const search of [`grace öz${Surname}`, `ÖZ${Surname.toUpperCase()}`, user.Email.slice(3, 20)]) {
      const { body } = await admin.get(`${api}?search=${encodeURIComponent(search)}`)
      expect(body.users).toMatchObject([{ _id: user._id }])
    }
    expect((await find('user')).body.totalUsers).toBe(0)
    expect(visibleText(await visit('zzz'))).toContain('Nobody matches that.')
  })
})

describe('the test-account toggle', () => {
  test('sends the new value, can be repeated, and returns to the same page', async () => {
    const user = await createUser()
    const here = '/dashboard/Admin?tab=users&search=q&page=2'
    for (const value of ['true', 'true', 'false', 'false']) {
      const fields = { intent: 'test-account', _id: user._id, isTestAccount: value }
      const response = await admin.submit(here, fields)
      expect(response).toHaveRedirect(here)
      expect(response).toSendToast(`Test account ${value === 'true' ? 'enabled' : 'disabled'}`)
      expect(await isTestAccount(user)).toBe(value === 'true')
    }
  })

  test('of the API sets the opposite of the stored value', async () => {
    const user = await createUser()
    for (const value of [true, false]) {
      expect(await admin.patch(`${api}/${user._id}/toggle-test`, {})).toMatchObject({
        status: 200,
        body: { msg: `Test account ${value ? 'enabled' : 'disabled'}`, user: { isTestAccount: value } },
      })
      expect(await isTestAccount(user)).toBe(value)
    }
  })

  test('is refused for admins and for unknown users', async () => {
    for (const [_id, status] of [
      [admin.user._id, 400],
      [uuid(), 404],
      ['1', 404],
    ] as const) {
      expect((await admin.patch(`${api}/${_id}/toggle-test`, {})).status).toBe(status)
      const response = await admin.submit(screen, { intent: 'test-account', _id, isTestAccount: 'true' })
      expect(response).toHaveRedirect(screen)
      expect(response).toSendToast('Error updating test account status')
    }
    expect(await isTestAccount(admin.user)).toBe(false)
  })
})
