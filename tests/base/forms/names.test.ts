import { describe, expect, test } from 'vitest'
import { initialOf } from '~/base/components/initial'
import { initials } from '~/people/buds/bud'
import { visibleText } from '../../support/client'
import { signedIn } from '../../support/factories'
import { circle, event } from '../../support/records'

const api = '/api/v1'

describe('a name that shows nothing is refused', () => {
  const invisible = {
    'zero width space': '\u200b',
    'word joiner': '\u2060',
    'joiner alone': '\u200d',
    'soft hyphen': '\u00ad',
    'byte order mark': '\ufeff\u200b',
    'Hangul filler': '\u3164',
    'half-width Hangul filler': '\uffa0',
    'Braille blank': '\u2800',
    'variation selector': '\ufe0f',
    tag: '\u{e0041}',
    'accent alone': '\u0301',
    'right-to-left override': '\u202e',
    'no-break and ideographic blanks': '\u00a0\u3000\u200b',
  }
  test.each(Object.entries(invisible))('%s', async (_, name) => {
    const user = await signedIn()
    const { post, submit } = user
    for (const [path, body] of [
      ['/buds', { Firstname: name }],
      ['/circles', { ...circle.minimal, Name: name }],
      ['/events', { ...event.minimal, Name: name }],
      ['/events', { ...event.minimal, Location: name }],
    ] as const)
      expect((await post(api + path, body)).status, path).toBe(400)
    expect((await submit('/dashboard/AddBud', { Firstname: name })).status).toBe(400)
    expect((await user.get(`${api}/buds`)).body.totalBuds).toBe(0)
  })

  test.each([
    'X Æ A-12',
    'Null',
    'O’Brien',
    '李',
    'Нина',
    'نور',
    'می\u200cخواهم',
    'क्\u200dष',
    '🐝',
    '👩\u200d🚀',
    'é',
    'A\u0301',
    '7',
    '?',
  ])('but %s stays as typed', async (name) => {
    const { post } = await signedIn()
    expect((await post(`${api}/buds`, { Firstname: name })).body.bud?.Firstname).toBe(name)
  })
})

describe('a field of one line', () => {
  const breaks = ['\n', '\r\n', '\r', '\u000b', '\u000c', '\u001d', '\u0085', '\u2028', '\u2029', ' \n\n ']

  test('has no line break, whichever way it comes by', async () => {
    const { post, submit, get } = await signedIn()
    const broken = breaks.map((text) => `a${text}`).join('')
    const line = 'a '.repeat(breaks.length).trim()
    const lines = ['Surname', 'Nickname', 'Occupation', 'Location', 'OccupationLocation']
    const fields = Object.fromEntries(['Firstname', ...lines].map((name) => [name, broken]))
    await submit('/dashboard/AddBud', fields)
    await post(`${api}/buds`, { ...fields, customFields: [{ name: broken, value: broken }], emails: [] })
    const { body } = await get(`${api}/buds`)
    expect(body.buds).toHaveLength(2)
    for (const bud of body.buds) for (const name of Object.keys(fields)) expect(bud[name]).toBe(line)
    const added = await post(`${api}/circles`, { Name: broken, Shortname: broken, Location: broken })
    expect(added.body.circle).toMatchObject({ Name: line, Shortname: line, Location: line })
    const planned = await post(`${api}/events`, { ...event.minimal, Name: broken, Location: broken })
    expect(planned.body.event).toMatchObject({ Name: line, Location: line })
  })

  test('but notes and descriptions keep their lines', async () => {
    const { post } = await signedIn()
    const { body } = await post(`${api}/buds`, { Firstname: 'Ada', notes: 'one\r\ntwo\nthree' })
    expect(body.bud.notes).toBe('one\ntwo\nthree')
  })

  test('is read in the time of its length', async () => {
    const { post } = await signedIn()
    const before = process.cpuUsage().user
    const long = 'a'.repeat(400_000)
    await post(`${api}/buds`, { Firstname: long })
    const control = process.cpuUsage().user - before
    await post(`${api}/buds`, { Firstname: `a${' '.repeat(400_000)}b` })
    expect(process.cpuUsage().user - before - control).toBeLessThan(20 * control + 1_000_000)
  })
})

test('a right-to-left override in a name does not turn around the words beside it', async () => {
  const user = await signedIn()
  const marks = ['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069']
  for (const mark of marks) {
    const { body } = await user.post(`${api}/buds`, { Firstname: `A${mark}da`, Surname: `${mark}Love` })
    expect([body.bud.Firstname, body.bud.Surname]).toEqual(['Ada', 'Love'])
  }
  expect(visibleText(await user.visit('/dashboard'))).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
  const { body } = await user.post(`${api}/buds`, { Firstname: 'נור\u200f' })
  expect(body.bud.Firstname).toBe('נור\u200f')
})

test.each([
  ['Ada', 'A'],
  ['"Bob"', 'B'],
  ['(Cleo)', 'C'],
  ['’t Hooft', 't'],
  ['\u200bDan', 'D'],
  ['🐝 Eve', 'E'],
  ['É', 'É'],
  ['E\u0301va', 'E\u0301'],
  ['نور', 'ن'],
  ['李', '李'],
  ['7 of 9', 'o'],
  ['42', '4'],
  ['🐝', '🐝'],
  ['?!', '?'],
  ['', ''],
])('the initial of %s is %s', (name, initial) => {
  expect(initialOf(name)).toBe(initial)
})

test('the badge of a bud has two letters', () => {
  expect(initials({ Firstname: '-Ada-', Surname: '"Lovelace"' })).toBe('AL')
})

test('a card without a visible name is called by its phone number', async () => {
  const user = await signedIn()
  const card =
    'BEGIN:VCARD\r\nVERSION:3.0\r\nN:\u200b;\u2060 ;;;\r\nFN:\u200b\r\nTEL:+44 7700 900219\r\nEND:VCARD\r\n'
  const { body } = await user.send('POST', `${api}/imports`, {
    headers: { 'Content-Type': 'text/vcard' },
    body: card,
  })
  await expect
    .poll(async () => (await user.get(`${api}/imports/${body.import._id}`)).body.import.state)
    .toBe('ready')
  const { rows } = (await user.get(`${api}/imports/${body.import._id}/rows`)).body
  expect(rows[0].bud.Firstname).toBe('+44 7700 900219')
})
