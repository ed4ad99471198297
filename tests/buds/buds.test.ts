import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { budFields } from '~/buds/bud-input.server'
import { db } from '~/db/db.server'
import { buds } from '~drizzle/schema'
import { createBud, createUser, signedIn } from '../support/factories'

/** All fields of a bud, as in the example of `docs/api.md`. */
const everyField = ['_id', ...budFields, 'createdAt']

const count = async (ownerId: string) =>
  (await db.select().from(buds).where(eq(buds.ownerId, ownerId))).length

describe('a bud', () => {
  test('has exactly the fields of the specification', async () => {
    const user = await signedIn()
    const { bud } = (await user.post('/api/v1/buds', { Firstname: 'Grace' })).body
    expect(Object.keys(bud).toSorted()).toEqual(everyField.toSorted())
    expect((await user.get(`/api/v1/buds/${bud._id}`)).body).toEqual({ bud })
    expect((await user.get('/api/v1/buds')).body.buds).toEqual([bud])
  })

  test('has an id of UUID version 7 and a UTC time of creation', async () => {
    const user = await signedIn()
    const { bud } = (await user.post('/api/v1/buds', { Firstname: 'Grace', _id: 'mine', createdAt: 0 })).body
    expect(bud._id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect(bud.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(Math.abs(Date.parse(bud.createdAt) - Date.now())).toBeLessThan(60_000)
  })

  test('belongs to its creator, also when another owner is sent', async () => {
    const [user, other] = [await signedIn(), await createUser()]
    await user.post('/api/v1/buds', { Firstname: 'Grace', ownerId: other._id, owner_id: other._id })
    expect([await count(user.user._id), await count(other._id)]).toEqual([1, 0])
  })
})

describe('the fields', () => {
  const short = ['Firstname', 'Surname', 'Nickname', 'Occupation', 'Location', 'OccupationLocation']
  const labels: Record<string, string> = {
    Firstname: 'First name',
    OccupationLocation: 'Occupation location',
    LastInteraction: 'Last interaction',
  }

  test.each([...short.map((field) => [field, 100] as const), ['LastInteraction', 2_000] as const])(
    '%s accepts %d characters after trimming, and no more',
    async (field, limit) => {
      const user = await signedIn()
      const send = (value: string) => user.post('/api/v1/buds', { Firstname: 'Grace', [field]: value })
      const fits = await send(`  ${'é'.repeat(limit)}  `)
      expect(fits.status).toBe(201)
      expect(fits.body.bud[field]).toBe('é'.repeat(limit))
      const msg = `${labels[field] ?? field} must be at most ${limit} characters`
      expect(await send('é'.repeat(limit + 1))).toMatchObject({
        status: 400,
        body: { msg, errors: { [field]: [msg] } },
      })
    },
  )

  test.each(['\0', 'a\0b', '\ud800', '\udc00a'])('%j is refused in every text', async (bad) => {
    const user = await signedIn()
    for (const field of [...short, 'LastInteraction']) {
      const response = await user.post('/api/v1/buds', { Firstname: 'Grace', [field]: bad })
      expect(response).toMatchObject({
        status: 400,
        body: { msg: `${labels[field] ?? field} contains characters that are not allowed` },
      })
    }
    expect(await count(user.user._id)).toBe(0)
  })

  test.each([7, true, null, {}, ['Grace']])('%j is not a text', async (value) => {
    const user = await signedIn()
    const response = await user.post('/api/v1/buds', { Firstname: 'Grace', Surname: value })
    expect(response).toMatchObject({ status: 400, body: { errors: { Surname: ['Surname must be text'] } } })
  })

  test.each([
    '<script>alert(1)</script>',
    "Robert'); drop table buds;--",
    '😀 👨‍👩‍👧',
    '名前',
    'a & b "c"',
    'line\nbreak',
  ])('%j is stored unchanged and rendered as text', async (Firstname) => {
    const user = await signedIn()
    const { bud } = (await user.post('/api/v1/buds', { Firstname })).body
    expect(bud.Firstname).toBe(Firstname)
    const page = await user.visit('/dashboard')
    expect(page.status).toBe(200)
    expect(page.text).not.toContain('<script>alert(1)')
  })

  test.each(['Foe', 'friend', '', 'all', 1])('%j is not a bud type', async (Budtype) => {
    const response = await (await signedIn()).post('/api/v1/buds', { Firstname: 'Grace', Budtype })
    expect(response).toMatchObject({
      status: 400,
      body: { msg: 'Bud type must be one of Friend, Family, Work, Client, Other' },
    })
  })
})

describe('the lists', () => {
  test.each([
    ['hobbies', 'Chess', 'Yoga'],
    ['preferences', 'Vegan', 'Tea'],
    ['industry', 'Aerospace', 'Law'],
    ['origination', 'Dog parks', 'Workplace'],
  ])('%s: unknown values are dropped without an error, and duplicates are removed', async (field, a, b) => {
    const user = await signedIn()
    const list = [b, 'Nonsense', a, a, a.toLowerCase(), 7, null, { a }]
    const { status, body } = await user.post('/api/v1/buds', { Firstname: 'Grace', [field]: list })
    expect(status).toBe(201)
    expect(body.bud[field].toSorted()).toEqual([a, b].toSorted())
  })

  test.each([
    ['JSON in one field', { hobbies: '["Chess","Yoga"]' }, ['Chess', 'Yoga']],
    ['one value', { hobbies: 'Chess' }, ['Chess']],
    ['nothing', { hobbies: '' }, []],
    ['an empty list', { hobbies: '[]' }, []],
  ])('a form may send %s', async (_how, fields: Record<string, string>, list) => {
    const user = await signedIn()
    const { body } = await user.submit('/api/v1/buds', { Firstname: 'Grace', ...fields })
    expect(body.bud.hobbies).toEqual(list)
  })

  test('a form may send the same name several times', async () => {
    const user = await signedIn()
    const fields: [string, string][] = [
      ['Firstname', 'Grace'],
      ['hobbies', 'Chess'],
      ['hobbies', 'Yoga'],
    ]
    expect((await user.submit('/dashboard/AddBud', fields)).status).toBe(302)
    expect((await user.get('/api/v1/buds')).body.buds[0].hobbies).toEqual(['Chess', 'Yoga'])
  })

  test.each([7, {}, null, true, '[broken', '{}'])('%j is not a list', async (hobbies) => {
    const response = await (await signedIn()).post('/api/v1/buds', { Firstname: 'Grace', hobbies })
    const isOneValue = hobbies === '{}'
    expect(response.status).toBe(isOneValue ? 201 : 400)
    if (!isOneValue) expect(response.body.msg).toBe('Hobbies must be a list')
  })
})

describe('custom fields', () => {
  const save = async (customFields: unknown) =>
    (await signedIn()).post('/api/v1/buds', { Firstname: 'Grace', customFields })
  const fields = (n: number) => Array.from({ length: n }, (_, i) => ({ name: `n${i}`, value: `v${i}` }))

  test('five are stored in order', async () => {
    const { body } = await save(fields(5))
    expect(body.bud.customFields).toEqual(fields(5))
  })

  test('a sixth is refused', async () => {
    expect(await save(fields(6))).toMatchObject({
      status: 400,
      body: { msg: 'Maximum limit of 5 custom fields reached' },
    })
  })

  test('one without a name is skipped and does not count', async () => {
    const { status, body } = await save([...fields(5), { name: '  ', value: 'x' }, { value: 'y' }])
    expect(status).toBe(201)
    expect(body.bud.customFields).toEqual(fields(5))
  })

  test('name and value are trimmed, and a missing value is empty', async () => {
    const { body } = await save([{ name: ' a ', value: ' b ' }, { name: 'c' }])
    expect(body.bud.customFields).toEqual([
      { name: 'a', value: 'b' },
      { name: 'c', value: '' },
    ])
  })

  test.each(['name', 'value'])('the %s has at most 50 characters', async (part) => {
    const field = (length: number) => [{ name: 'a', value: 'b', [part]: 'x'.repeat(length) }]
    expect((await save(field(50))).status).toBe(201)
    expect(await save(field(51))).toMatchObject({
      status: 400,
      body: { msg: `Maximum 50 characters allowed for ${part}` },
    })
  })

  test.each(['name', 'value'])("an '@' in the %s is refused", async (part) => {
    expect(await save([{ name: 'a', value: 'b', [part]: 'me@home' }])).toMatchObject({
      status: 400,
      body: { msg: 'Email addresses are not allowed in custom fields' },
    })
  })

  test.each([7, {}, 'text', [7], [null], [['a', 'b']], [{ name: 7 }], [{ name: 'a\0', value: '' }]])(
    '%j is refused',
    async (customFields) => {
      expect(await save(customFields)).toMatchObject({ status: 400, body: { msg: expect.any(String) } })
    },
  )

  test('only name and value are stored', async () => {
    const { body } = await save([{ name: 'a', value: 'b', extra: 'c' }])
    expect(body.bud.customFields).toEqual([{ name: 'a', value: 'b' }])
  })

  test('the form is read in order from 0 until a name is absent', async () => {
    const user = await signedIn()
    await user.submit('/dashboard/AddBud', {
      Firstname: 'Grace',
      customField0Name: 'zero',
      customField0Value: '0',
      customField1Name: ' ',
      customField1Value: 'skipped',
      customField2Name: 'two',
      customField4Name: 'behind the gap',
    })
    expect((await user.get('/api/v1/buds')).body.buds[0].customFields).toEqual([
      { name: 'zero', value: '0' },
      { name: 'two', value: '' },
    ])
  })

  test('the form shows the errors', async () => {
    const user = await signedIn()
    const response = await user.submit('/dashboard/AddBud', {
      Firstname: 'Grace',
      customField0Name: 'a@b',
      customField0Value: '',
    })
    expect(response.status).toBe(400)
    expect(response.text).toContain('Email addresses are not allowed in custom fields')
  })
})

describe('PATCH', () => {
  test('an absent field keeps its value, and a list replaces the old one', async () => {
    const user = await signedIn()
    const bud = await createBud(user.user, {
      Surname: 'Hopper',
      Budtype: 'Work',
      hobbies: ['Chess', 'Yoga'],
      customFields: [{ name: 'a', value: 'b' }],
    })
    const response = await user.patch(`/api/v1/buds/${bud._id}`, {
      hobbies: ['Reading'],
      Nickname: 'Amazing',
    })
    expect(response).toMatchObject({ status: 200, body: { msg: 'Bud edited successfully' } })
    expect(response.body.bud).toEqual({
      ...bud,
      createdAt: bud.createdAt.toISOString(),
      hobbies: ['Reading'],
      Nickname: 'Amazing',
    })
  })

  test('an empty body changes nothing', async () => {
    const user = await signedIn()
    const bud = await createBud(user.user, { Surname: 'Hopper' })
    expect(await user.patch(`/api/v1/buds/${bud._id}`, {})).toMatchObject({
      status: 200,
      body: { bud: { Firstname: 'Grace', Surname: 'Hopper' } },
    })
  })

  test.each([{ Firstname: '' }, { Firstname: null }, { Budtype: 'Foe' }, { customFields: 'x' }])(
    '%j is rejected and changes nothing',
    async (change) => {
      const user = await signedIn()
      const bud = await createBud(user.user, { Surname: 'Hopper' })
      const response = await user.patch(`/api/v1/buds/${bud._id}`, { Surname: 'New', ...change })
      expect(response.status).toBe(400)
      expect((await user.get(`/api/v1/buds/${bud._id}`)).body.bud.Surname).toBe('Hopper')
    },
  )

  test('_id, owner and time of creation cannot be changed', async () => {
    const [user, other] = [await signedIn(), await createUser()]
    const bud = await createBud(user.user)
    const change = { _id: other._id, ownerId: other._id, createdAt: '2000-01-01T00:00:00Z', nameKey: 'x' }
    expect((await user.patch(`/api/v1/buds/${bud._id}`, change)).status).toBe(200)
    expect((await user.get(`/api/v1/buds/${bud._id}`)).body.bud).toMatchObject({
      _id: bud._id,
      createdAt: bud.createdAt.toISOString(),
    })
  })
})
