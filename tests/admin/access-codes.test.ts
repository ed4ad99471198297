import { desc, eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { createAccessCode } from '~/admin/access-codes.server'
import { ago } from '~/admin/admin'
import { db } from '~/db/db.server'
import { accessCodes, users } from '~drizzle/schema'
import { createClient, visibleText } from '../support/client'
import { createUser, password, signedIn, uniqueEmail, whileCodesAreRequired } from '../support/factories'
import { withoutTable } from '../support/outage'

type Client = Awaited<ReturnType<typeof signedIn>>

const screen = '/dashboard/Admin'
const api = '/api/v1/admin/access-codes'
const pattern = /^BUD-[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}$/

let admin: Client

beforeEach(async () => {
  await db.delete(accessCodes)
  admin = await signedIn({ traits: ['admin'] })
})

const stored = () => db.select().from(accessCodes).orderBy(desc(accessCodes._id))

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

describe('the list', () => {
  test('has a row for each code with status, user and age', async () => {
    const used = await createAccessCode()
    const Email = await useUp(used.code)
    const free = await createAccessCode()
    const page = await admin.visit(screen)
    expect(codesIn(page.text)).toEqual([free.code, used.code])
    expect(visibleText(page)).toMatch(new RegExp(`${free.code} Available – \\ds ago Copy`))
    expect(visibleText(page)).toMatch(new RegExp(`${used.code} Used ${Email} \\ds ago Copy`))
    expect(page.text).toContain(`dateTime="${free.createdAt.toISOString()}"`)
    expect(visibleText(page)).toContain('2 codes')
  })

  test('shows no user for a code whose user was deleted', async () => {
    const { code } = await createAccessCode()
    const Email = await useUp(code)
    await db.delete(users).where(eq(users.Email, Email))
    expect(visibleText(await admin.visit(screen))).toContain(`${code} Used – `)
    expect((await admin.get(api)).body.codes).toMatchObject([{ code, isUsed: true, usedBy: null }])
    expect((await admin.get(`${api}?search=${Email}`)).body.totalCodes).toBe(0)
  })

  test('is in a focusable scrollable region', async () => {
    await createAccessCode()
    const { text } = await admin.visit(screen)
    expect(text).toMatch(/<section class="code-scroll" aria-label="List of access codes" tabindex="0">/i)
  })

  test('shows a text if there are none, and another if a search finds none', async () => {
    expect(visibleText(await admin.visit(screen))).toContain('No access codes yet.')
    expect(visibleText(await admin.visit(`${screen}?search=zz`))).toContain('No access code answers to that.')
  })

  test('has pages of 50, the newest first, and shows the last page for a larger number', async () => {
    await storeCodes(101)
    const shown = async (query: string) => codesIn((await admin.visit(`${screen}${query}`)).text)
    const first = await shown('')
    expect(first).toHaveLength(50)
    expect(first[0]).toBe('BUD-N00100')
    expect(first[49]).toBe('BUD-N00051')
    expect((await shown('?page=2'))[0]).toBe('BUD-N00050')
    for (const page of ['3', '4', '99999']) expect(await shown(`?page=${page}`)).toEqual(['BUD-N00000'])
    for (const query of ['?page=x', '?tab=x', '?search=%00']) expect(await shown(query)).toEqual(first)
  })

  test("that cannot be loaded shows 'Error fetching access codes' and the tabs", async () => {
    await withoutTable('access_codes', async () => {
      const page = await admin.visit(screen)
      expect(page.status).toBe(500)
      expect(visibleText(page)).toContain('Admin Access Codes Users Settings')
      expect(visibleText(page)).toContain('Error fetching access codes')
    })
  })
})

describe('a search', () => {
  test.each(['x9q', 'BUD-X9', '-x9Q7', 'x', 'x9q7-mmmm '])('finds %j in a code', async (search) => {
    await createAccessCode(() => 'BUD-X9Q7-MMMM')
    await createAccessCode(() => 'BUD-2222-3333')
    const { body } = await admin.get(`${api}?search=${encodeURIComponent(search)}`)
    expect(body).toMatchObject({ codes: [{ code: 'BUD-X9Q7-MMMM' }], totalCodes: 1, numOfPages: 1 })
    expect(codesIn((await admin.visit(`${screen}?search=${search}`)).text)).toEqual(['BUD-X9Q7-MMMM'])
  })

  test("finds a code by its user's email address, also after that has changed", async () => {
    const { code } = await createAccessCode()
    await createAccessCode()
    const Email = await useUp(code)
    const find = async (search: string) => (await admin.get(`${api}?search=${search}`)).body.codes
    expect(await find(Email.toUpperCase())).toMatchObject([{ code, usedBy: { Email } }])
    const next = uniqueEmail()
    await db.update(users).set({ Email: next }).where(eq(users.Email, Email))
    expect(await find(Email)).toEqual([])
    expect(await find(next)).toMatchObject([{ code, usedBy: { Email: next } }])
  })

  test('matches %, _ and \\ literally', async () => {
    await createAccessCode()
    for (const search of ['%', '_', '\\']) {
      expect((await admin.get(`${api}?search=${encodeURIComponent(search)}`)).body.totalCodes).toBe(0)
    }
  })

  test('stays on its tab and links to the list without a search', async () => {
    const { text } = await admin.visit(`${screen}?tab=users&search=zzz`)
    expect(text).toMatch(/<input type="hidden" name="tab" value="users"\/>/)
    expect(text).toContain('href="/dashboard/Admin?tab=users"')
  })
})

describe('the button', () => {
  test('generates a code at the top of the list', async () => {
    await storeCodes(60)
    const response = await admin.submit(`${screen}?page=2`, { intent: 'generate' })
    expect(response).toHaveRedirect(screen)
    expect(response).toSendToast('New access code generated')
    const [newest] = await stored()
    expect(newest?.code).toMatch(pattern)
    const page = await admin.visit(screen)
    expect(codesIn(page.text)[0]).toBe(newest?.code)
    expect(visibleText(page)).toContain('61 codes')
  })

  test('generates one code if the form is sent twice', async () => {
    const [, _id = ''] = /name="_id" value="([^"]+)"/.exec((await admin.visit(screen)).text) ?? []
    for (let n = 0; n < 2; n++) {
      expect(await admin.submit(screen, { intent: 'generate', _id })).toSendToast('New access code generated')
    }
    expect(await stored()).toHaveLength(1)
  })

  test("shows 'Failed to generate access code' if that fails", async () => {
    await withoutTable('access_codes', async () => {
      const response = await admin.submit(screen, { intent: 'generate' })
      expect(response).toHaveRedirect(screen)
      expect(response).toSendToast('Failed to generate access code')
    })
  })

  test.each<Record<string, string>>([{}, { intent: 'burn' }, { intent: 'test-account', _id: 'x' }])(
    '%j gets 400',
    async (fields) => {
      expect((await admin.submit(screen, fields)).status).toBe(400)
      expect(await stored()).toEqual([])
    },
  )
})

describe('a code', () => {
  test('has the time at which it was generated, not the time at which the form was opened', async () => {
    await createAccessCode()
    const opened = uuid({ msecs: Date.now() - 7_200_000 })
    for (const _ of [1, 2]) await admin.submit(screen, { intent: 'generate', _id: opened })
    const { body } = await admin.get(api)
    expect(body.totalCodes).toBe(2)
    expect(Date.now() - Date.parse(body.codes[0].createdAt)).toBeLessThan(60_000)
  })

  test('looks like BUD-7K3Q-M9TX, without ambiguous letters', async () => {
    const made = await Promise.all(Array.from({ length: 100 }, () => createAccessCode()))
    for (const { code } of made) expect(code).toMatch(pattern)
    expect(new Set(made.map(({ code }) => code)).size).toBe(100)
  })

  test('that exists already is replaced by another', async () => {
    const { code } = await createAccessCode()
    const drawn = [code, code, 'BUD-2222-3333']
    expect((await createAccessCode(() => drawn.shift() ?? '')).code).toBe('BUD-2222-3333')
    expect(await stored()).toHaveLength(2)
  })

  test('that the API generated can be used to register', async () => {
    const { status, body } = await admin.post(api, {})
    expect(status).toBe(201)
    expect(body).toEqual({
      _id: expect.any(String),
      code: expect.stringMatching(pattern),
      isUsed: false,
      usedBy: null,
      createdAt: expect.any(String),
    })
    const Email = await useUp(body.code)
    const [user] = await db.select().from(users).where(eq(users.Email, Email))
    expect((await admin.get(api)).body).toEqual({
      codes: [{ ...body, isUsed: true, usedBy: { _id: user?._id, Email } }],
      totalCodes: 1,
      numOfPages: 1,
      currentPage: 1,
    })
  })
})

describe('GET /admin/access-codes', () => {
  test('returns the newest 1000, or the requested page and limit', async () => {
    await storeCodes(1_003)
    const all = await admin.get(api)
    expect(all.body).toMatchObject({ totalCodes: 1_003, numOfPages: 2, currentPage: 1 })
    expect(all.body.codes).toHaveLength(1_000)
    const { body } = await admin.get(`${api}?limit=10&page=101`)
    expect(body).toMatchObject({ totalCodes: 1_003, numOfPages: 101, currentPage: 101 })
    expect(body.codes.map(({ code }: { code: string }) => code)).toEqual([
      'BUD-N00002',
      'BUD-N00001',
      'BUD-N00000',
    ])
    expect((await admin.get(`${api}?limit=10&page=102`)).body).toMatchObject({
      codes: [],
      totalCodes: 1_003,
    })
    expect((await admin.get(`${api}?search=bud`)).body).toMatchObject({ totalCodes: 1_000, numOfPages: 1 })
    expect(visibleText(await admin.visit(`${screen}?search=bud`))).toContain('The newest 1000 found')
  })

  test.each(['limit=0', 'limit=1001', 'page=0', 'page=x', 'limit=', `search=${'x'.repeat(101)}`])(
    'refuses ?%s',
    async (query) => {
      expect((await admin.get(`${api}?${query}`)).status).toBe(400)
    },
  )
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

describe('a user who is not an admin', () => {
  test('loses access as soon as the role changes', async () => {
    await db.update(users).set({ Role: 'user' }).where(eq(users._id, admin.user._id))
    expect(await admin.submit(screen, { intent: 'generate' })).toHaveRedirect('/dashboard')
    expect(await admin.post(api, {})).toMatchObject({ status: 403, body: { msg: 'Unauthorized access' } })
    expect((await createUser()).Role).toBe('user')
  })
})
