import { describe, expect, test } from 'vitest'
import { signedIn } from '../support/factories'

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
