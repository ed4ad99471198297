import { describe, expect, test } from 'vitest'
import { signedIn } from '../../support/factories'

const api = '/api/v1/buds'
const add = '/dashboard/AddBud'

describe('the lists', () => {
  test('drop duplicates and unknown values without an error', async () => {
    const user = await signedIn()
    for (const [field, a, b] of [
      ['hobbies', 'Chess', 'Yoga'],
      ['preferences', 'Vegan', 'Tea'],
      ['industry', 'Aerospace', 'Law'],
      ['origination', 'Dog parks', 'Workplace'],
    ] as const) {
      const list = [b, 'Nonsense', a, a, a.toLowerCase(), 7, null, { a }]
      const { status, body } = await user.post(api, { Firstname: 'Grace', [field]: list })
      expect([status, body.bud[field].toSorted()]).toEqual([201, [a, b].toSorted()])
    }
  })

  test('may be JSON, one value, nothing or repeated names in a form', async () => {
    const user = await signedIn()
    for (const [Firstname, path, hobbies, stored] of [
      ['JSON', api, ['["Chess","Yoga"]'], ['Chess', 'Yoga']],
      ['one value', api, ['Chess'], ['Chess']],
      ['nothing', api, [''], []],
      ['an empty list', api, ['[]'], []],
      ['an unknown value', api, ['{}'], []],
      ['repeated names', add, ['Chess', 'Yoga'], ['Chess', 'Yoga']],
    ] as const) {
      const fields = hobbies.map((value): [string, string] => ['hobbies', value])
      await user.submit(path, [['Firstname', Firstname], ...fields])
      expect((await user.get(api)).body.buds[0]).toMatchObject({ Firstname, hobbies: stored })
    }
  })

  test.each([7, {}, null, true, '[broken'])('must not be %j', async (hobbies) => {
    const response = await (await signedIn()).post(api, { Firstname: 'Grace', hobbies })
    expect(response).toMatchObject({ status: 400, body: { msg: 'Hobbies must be a list' } })
  })
})

describe('custom fields', () => {
  const save = async (customFields: unknown) =>
    (await signedIn()).post(api, { Firstname: 'Grace', customFields })
  const fields = (n: number) => Array.from({ length: n }, (_, i) => ({ name: `n${i}`, value: `v${i}` }))
  const long = (length: number) => 'x'.repeat(length)

  test.each([
    ['five in their order', fields(5), fields(5)],
    ['only those with a name, and only they count', [...fields(5), { name: ' ', value: 'x' }, {}], fields(5)],
    ['trimmed texts', [{ name: ' a ', value: ' b ' }], [{ name: 'a', value: 'b' }]],
    ['a missing value as empty', [{ name: 'c' }], [{ name: 'c', value: '' }]],
    ['50 characters each', [{ name: long(50), value: long(50) }], [{ name: long(50), value: long(50) }]],
    ['name and value only', [{ name: 'a', value: 'b', extra: 'c' }], [{ name: 'a', value: 'b' }]],
  ])('are stored: %s', async (_what, sent, customFields) => {
    const { status, body } = await save(sent)
    expect([status, body.bud?.customFields]).toEqual([201, customFields])
  })

  const noEmail = 'Email addresses are not allowed in custom fields'

  test.each([
    [fields(6), 'Maximum limit of 5 custom fields reached'],
    [[{ name: long(51), value: 'b' }], 'Maximum 50 characters allowed for name'],
    [[{ name: 'a', value: long(51) }], 'Maximum 50 characters allowed for value'],
    [[{ name: 'me@home', value: 'b' }], noEmail],
    [[{ name: 'a', value: 'me@home' }], noEmail],
    ...[7, {}, 'text', [7], [null], [['a', 'b']], [{ name: 7 }], [{ name: 'a\0', value: '' }]].map((sent) => [
      sent,
      expect.any(String),
    ]),
  ])('%j are refused', async (sent, msg) => {
    expect(await save(sent)).toMatchObject({ status: 400, body: { msg } })
  })

  test('are read from a form in order from 0 until a name is absent', async () => {
    const user = await signedIn()
    await user.submit(add, {
      Firstname: 'Grace',
      customField0Name: 'zero',
      customField0Value: '0',
      customField1Name: ' ',
      customField1Value: 'skipped',
      customField2Name: 'two',
      customField4Name: 'behind the gap',
    })
    expect((await user.get(api)).body.buds[0].customFields).toEqual([
      { name: 'zero', value: '0' },
      { name: 'two', value: '' },
    ])
    const refused = await user.submit(add, { Firstname: 'Grace', customField0Name: 'a@b' })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain(noEmail)
  })
})
