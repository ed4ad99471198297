import { desc, eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { ago } from '~/site/admin/admin'
import { createAccessCode } from '~/site/admin/admin.server'
import { accessCodes, users } from '~drizzle/schema'
import { createClient, visibleText } from '../../support/client'
import { password, signedIn, uniqueEmail, whileCodesAreRequired } from '../../support/factories'
import { withoutTable } from '../../support/outage'

const screen = '/dashboard/Admin'
const api = '/api/v1/admin/access-codes'
const pattern = /^BUD-[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}$/

let admin: Awaited<ReturnType<typeof signedIn>>

beforeEach(async () => {
  await db.delete(accessCodes)
  admin = await signedIn({ traits: ['admin'] })
})

const stored = () => db.select().from(accessCodes).orderBy(desc(accessCodes._id))
const read = async (query = '') => (await admin.get(api + query)).body

/** Codes a minute apart; the last is the newest. */
async function storeCodes(count: number) {
  const first = Date.now() - count * 60_000
  const rows = Array.from({ length: count }, (_, n) => ({
    _id: uuid({ msecs: first + n * 60_000 }),
    code: `BUD-N${String(n).padStart(5, '0')}`,
  }))
  await db.insert(accessCodes).values(rows)
}

/** Registers a user with the code. */
async function useUp(accessCode: string) {
  const Email = uniqueEmail()
  const person = { Firstname: 'Ada', Email, Password: password, accessCode }
  await whileCodesAreRequired(async () => {
    expect((await createClient().post('/api/v1/auth/register', person)).status).toBe(201)
  })
  return Email
}

const codesIn = (text: string) => [...text.matchAll(/<code[^>]*>([^<]+)</g)].map(([, code]) => code)
const shown = async (query = '') => codesIn((await admin.visit(screen + query)).text)

describe('the list', () => {
  test('has a row for each code with status, user and age, also after its user was deleted', async () => {
    const used = await createAccessCode()
    const Email = await useUp(used.code)
    const free = await createAccessCode()
    const page = await admin.visit(screen)
    expect(codesIn(page.text)).toEqual([free.code, used.code])
    expect(visibleText(page)).toMatch(new RegExp(`${free.code} Available – \\ds ago Copy`))
    expect(visibleText(page)).toMatch(new RegExp(`${used.code} Used ${Email} \\ds ago Copy`))
    expect(page.text).toContain(`dateTime="${free.createdAt.toISOString()}"`)
    expect(visibleText(page)).toContain('2 codes')
    await db.delete(users).where(eq(users.Email, Email))
    expect(visibleText(await admin.visit(screen))).toContain(`${used.code} Used – `)
    expect((await read()).codes[1]).toMatchObject({ code: used.code, isUsed: true, usedBy: null })
    expect(await read(`?search=${Email}`)).toMatchObject({ totalCodes: 0 })
  })

  test('shows a text if there are none, and another if a search finds none', async () => {
    expect(visibleText(await admin.visit(screen))).toContain('No access codes yet.')
    expect(visibleText(await admin.visit(`${screen}?search=zz`))).toContain('No access code matches that.')
  })

  test('has pages of 50, the newest first, and shows the last page for a larger number', async () => {
    await storeCodes(101)
    const first = await shown()
    expect([first.length, first[0], first[49]]).toEqual([50, 'BUD-N00100', 'BUD-N00051'])
    expect((await shown('?page=2'))[0]).toBe('BUD-N00050')
    for (const page of ['3', '4', '99999']) expect(await shown(`?page=${page}`)).toEqual(['BUD-N00000'])
    for (const query of ['?page=x', '?tab=x', '?search=%00']) expect(await shown(query)).toEqual(first)
  })

  test("shows 'Error fetching access codes' with the tabs, or 'Failed to generate access code', on failure", async () => {
    await withoutTable('access_codes', async () => {
      const page = await admin.visit(screen)
      expect(page.status).toBe(500)
      expect(visibleText(page)).toContain('Admin Access Codes Users Settings')
      expect(visibleText(page)).toContain('Error fetching access codes')
      const response = await admin.submit(screen, { intent: 'generate' })
      expect(response).toHaveRedirect(screen)
      expect(response).toSendToast('Failed to generate access code')
    })
  })
})

describe('a search', () => {
  test('finds a code by any part, in any letter case; %, _ and \\ are ordinary characters', async () => {
    await createAccessCode(db, () => 'BUD-X9Q7-MMMM')
    await createAccessCode(db, () => 'BUD-2222-3333')
    for (const part of ['x9q', 'BUD-X9', '-x9Q7', 'x', 'x9q7-mmmm ']) {
      const found = { codes: [{ code: 'BUD-X9Q7-MMMM' }], totalCodes: 1, numOfPages: 1 }
      expect(await read(`?search=${encodeURIComponent(part)}`)).toMatchObject(found)
      expect(await shown(`?search=${part}`)).toEqual(['BUD-X9Q7-MMMM'])
    }
    for (const part of ['%', '_', '\\']) {
      expect((await read(`?search=${encodeURIComponent(part)}`)).totalCodes).toBe(0)
    }
  })

  test("finds a code by its user's email address, also after that has changed", async () => {
    const { code } = await createAccessCode()
    await createAccessCode()
    const Email = await useUp(code)
    const find = async (search: string) => (await read(`?search=${search}`)).codes
    expect(await find(Email.toUpperCase())).toMatchObject([{ code, isUsed: true, usedBy: { Email } }])
    const next = uniqueEmail()
    await db.update(users).set({ Email: next }).where(eq(users.Email, Email))
    expect(await find(Email)).toEqual([])
    expect(await find(next)).toMatchObject([{ code, usedBy: { Email: next } }])
  })

  test('stays on its tab and links to the list without a search', async () => {
    const { text } = await admin.visit(`${screen}?tab=users&search=zzz`)
    expect(text).toMatch(/<input type="hidden" name="tab" value="users"\/>/)
    expect(text).toContain('href="/dashboard/Admin?tab=users"')
  })
})

describe('the button', () => {
  test('generates one code at the top of the list, also if its form is sent twice', async () => {
    await storeCodes(60)
    const [, _id = ''] = /name="_id" value="([^"]+)"/.exec((await admin.visit(screen)).text) ?? []
    for (let n = 0; n < 2; n++) {
      const response = await admin.submit(`${screen}?page=2`, { intent: 'generate', _id })
      expect(response).toHaveRedirect(screen)
      expect(response).toSendToast('New access code generated')
    }
    const [newest] = await stored()
    expect(newest?.code).toMatch(pattern)
    const page = await admin.visit(screen)
    expect(codesIn(page.text)[0]).toBe(newest?.code)
    expect(visibleText(page)).toContain('61 codes')
  })

  test('generates a code with the current time, not with the time at which its form was opened', async () => {
    await createAccessCode()
    const opened = uuid({ msecs: Date.now() - 7_200_000 })
    await admin.submit(screen, { intent: 'generate', _id: opened })
    const { codes, totalCodes } = await read()
    expect(totalCodes).toBe(2)
    expect(Date.now() - Date.parse(codes[0].createdAt)).toBeLessThan(60_000)
  })

  test('gets 400 without a known intent, or with a missing field', async () => {
    const invalid: Record<string, string>[] = [{}, { intent: 'burn' }, { intent: 'test-account', _id: 'x' }]
    for (const fields of invalid) expect((await admin.submit(screen, fields)).status).toBe(400)
    expect(await stored()).toEqual([])
  })
})

describe('a code', () => {
  test('looks like BUD-7K3Q-M9TX, without ambiguous letters', async () => {
    const made = await Promise.all(Array.from({ length: 100 }, () => createAccessCode()))
    for (const { code } of made) expect(code).toMatch(pattern)
    expect(new Set(made.map(({ code }) => code)).size).toBe(100)
  })

  test('is generated again when it equals an existing one', async () => {
    const { code } = await createAccessCode()
    const drawn = [code, code, 'BUD-2222-3333']
    expect((await createAccessCode(db, () => drawn.shift() ?? '')).code).toBe('BUD-2222-3333')
    expect(await stored()).toHaveLength(2)
  })

  test('that the API generated can be used to register', async () => {
    const { status, body } = await admin.post(api, {})
    expect(status).toBe(201)
    const Email = await useUp(body.code)
    const usedBy = { _id: expect.any(String), Email }
    expect((await read()).codes).toEqual([{ ...body, isUsed: true, usedBy }])
  })
})

test('GET /admin/access-codes returns the newest 1000, or the requested page and limit', async () => {
  await storeCodes(1_003)
  const all = await read()
  expect(all).toMatchObject({ totalCodes: 1_003, numOfPages: 2, currentPage: 1 })
  expect(all.codes).toHaveLength(1_000)
  expect(await read('?limit=10&page=101')).toMatchObject({
    codes: ['BUD-N00002', 'BUD-N00001', 'BUD-N00000'].map((code) => ({ code })),
    totalCodes: 1_003,
    numOfPages: 101,
    currentPage: 101,
  })
  expect(await read('?limit=10&page=102')).toMatchObject({ codes: [], totalCodes: 1_003 })
  expect(await read('?search=bud')).toMatchObject({ totalCodes: 1_000, numOfPages: 1 })
  expect(visibleText(await admin.visit(`${screen}?search=bud`))).toContain('The newest 1000 found')
  for (const query of ['limit=0', 'limit=1001', 'page=0', 'page=x', `search=${'x'.repeat(101)}`]) {
    expect((await admin.get(`${api}?${query}`)).status, query).toBe(400)
  }
})

test.each([
  [-5_000, '0s ago'],
  [0, '0s ago'],
  [59_999, '59s ago'],
  [60_000, '1m ago'],
  [3_599_000, '59m ago'],
  [3_600_000, '1h ago'],
  [86_399_000, '23h ago'],
  [86_400_000, '1d ago'],
  [400 * 86_400_000, '400d ago'],
])('an age of %d ms is shown as %s', (before, text) => {
  expect(ago(1_800_000_000_000 - before, 1_800_000_000_000)).toBe(text)
})

test('an admin loses access as soon as the role changes', async () => {
  await db.update(users).set({ Role: 'user' }).where(eq(users._id, admin.user._id))
  expect(await admin.submit(screen, { intent: 'generate' })).toHaveRedirect('/dashboard')
  expect(await admin.post(api, {})).toMatchObject({ status: 403, body: { msg: 'Unauthorized access' } })
})
