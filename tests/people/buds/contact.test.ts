import { JSDOM } from 'jsdom'
import { v7 as uuid } from 'uuid'
import { describe, expect, test } from 'vitest'
import { dateFacts } from '~/people/buds/bud-dates'
import { visibleText } from '../../support/client'
import { isRemote } from '../../support/database'
import { createBud, createCircle, createEvent, signedIn } from '../../support/factories'
import { recordStatements } from '../../support/statements'

const api = '/api/v1/buds'

describe('a search', () => {
  async function finder() {
    const { user, get } = await signedIn()
    await createBud(user, {
      Firstname: 'Grace',
      emails: [{ label: 'navy', value: 'Rear.Admiral@navy.example' }],
      phones: [
        { label: 'desk', value: '+1 (703) 555-0100' },
        { label: 'ship', value: '0044.7700/900 123' },
      ],
    })
    await createBud(user, {
      Firstname: 'Ada',
      Location: 'Room 5550100',
      notes: '703',
      links: [{ label: '', value: 'https://a.example/7700900123' }],
    })
    return async (search: string) => {
      const { body } = await get(`${api}?${new URLSearchParams({ search, sort: 'A-Z' })}`)
      expect(body.totalBuds).toBe(body.buds.length)
      return body.buds.map(({ Firstname }: { Firstname: string }) => Firstname)
    }
  }

  test('finds a part of an email address', async () => {
    const find = await finder()
    for (const search of ['rear.adm', 'MIRAL@', 'navy.example']) expect(await find(search)).toEqual(['Grace'])
    for (const search of ['desk', 'examplerear', 'navy.example +1']) expect(await find(search)).toEqual([])
  })

  test('without letters finds a phone number by its digits, whatever their punctuation', async () => {
    const find = await finder()
    for (const search of ['555-0100', '(703)', '+1-703.555', '0 1 0 0', '+44 7700 900123', '900123'])
      expect(await find(search), search).toEqual(['Grace'])
    // The second bud has these digits in its location, as they are typed.
    expect(await find('5550100')).toEqual(['Ada', 'Grace'])
    for (const search of ['01000044', '703555010000', '5550199', '-', '()'])
      expect(await find(search), search).toEqual([])
  })

  test('finds a phone number with and without its country code, and in other digits', async () => {
    const { user, get } = await signedIn()
    const stored = {
      mobile: '07700 900123',
      abroad: '+44 (0)20 7946 0018',
      zeros: '0049/30/1234567',
      plus: '+44 7700 900124 / +44 7700 900125',
      arabic: '٠٧٧٠٠ ٩٠٠٢١٤',
      america: '+1 (703) 555-0100',
      bare: '447700900126',
      remark: '020 7946 0019 (after 6pm), ext. 12',
      china: '+86 138 1234 5678',
      chinese: '139 2234 5678',
      guangdong: '137 1134 5678',
      brazil: '(19) 99123-4567',
      campinas: '+55 19 99234-5678',
      german: '15112345678',
      maine: '1 207 946 0020',
      london: '+33 20 7946 0020',
      plusAmerica: '+1 207 946 0021',
      extension: '020 7946 0022 ext. 12',
      short: '+33 20 7946 0023 x12',
      word: 'Tel. 07700 900127',
      uri: 'tel:+447700900128',
      letters: '0800 FLOWERS',
    }
    for (const [Firstname, value] of Object.entries(stored))
      await createBud(user, { Firstname, phones: [{ label: '', value }] })
    const searches: Record<string, string[]> = {
      mobile: ['+44 7700 900123', '0044 (0)7700-900123', '7700 900123', '+44 (7700) 900123'],
      abroad: ['020 7946 0018', '+44 20 7946 0018', '44 20 7946 0018', '4420', '(0)20-79460018'],
      zeros: ['030 1234567', '+49 30 1234567', '030/1234567'],
      plus: ['07700 900124', '07700 900125', '+447700900125', '0044 7700 900124'],
      arabic: ['+44 7700 900214', '07700 900214', '۰۷۷۰۰ ۹۰۰۲۱۴', '７７００９００２１４'],
      america: ['+1 703 555 0100', '703 555 0100', '1-703-555-0100', '+1 703', '0017035550100'],
      bare: ['07700 900126', '+44 7700 900126', '447700900126'],
      remark: ['020 7946 0019', '+44 20 7946 0019', '020 7946 0019 (after 6pm), ext. 12'],
      china: ['138 1234 5678', '13812345678', '+86 138 1234 5678', '0086 138 1234 5678', '(138) 1234-5678'],
      chinese: ['139 2234 5678', '+86 139 2234 5678', '(392) 234-5678', '139 2234'],
      guangdong: ['137 1134 5678', '+86 137 1134 5678'],
      brazil: ['19 99123 4567', '+55 (19) 99123-4567'],
      campinas: ['(19) 99234-5678', '+55 19 99234 5678'],
      german: ['+49 151 12345678', '151 12345678', '0151 12345678'],
      maine: ['1-207-946-0020', '+1 207 946 0020'],
      london: ['+33 20 7946 0020'],
      plusAmerica: ['1-207-946-0021', '12079460021', '(207) 946-0021'],
      extension: [
        '020 7946 0022 ext. 12',
        '020 7946 0022',
        '+44 20 7946 0022 x12',
        '(020) 7946 0022, доб. 12',
      ],
      short: ['+33 20 7946 0023 x12', '020 7946 0023 ext. 12', '020 7946 0023', '020 7946 0023 (ext 12)'],
      word: [
        'Tel. 07700 900127',
        'tel.  07700 900127',
        '+44 7700 900127',
        'tel:+447700900127',
        'Telefon: 07700 900127',
      ],
      uri: ['tel:+447700900128', '07700 900128', 'tel:07700900128', 'Tel. 07700 900128'],
      letters: ['0800 FLOWERS', 'flowers'],
    }
    for (const [name, texts] of Object.entries(searches))
      for (const search of texts) {
        const { body } = await get(`${api}?${new URLSearchParams({ search })}`)
        expect(
          body.buds.map(({ Firstname }: { Firstname: string }) => Firstname),
          search,
        ).toEqual([name])
        const found = await get(`/api/v1/find?${new URLSearchParams({ q: search })}`)
        expect(found.body.buds).toHaveLength(1)
      }
    for (const search of [
      '+33 20 7946 0018',
      '+49 20 7946 0018',
      '0770 9001',
      '+44 703',
      '900123900124',
      '+44 1207 946 0021',
    ])
      expect((await get(`${api}?${new URLSearchParams({ search })}`)).body.totalBuds, search).toBe(0)
  })

  test('with letters does not find phone numbers by their digits', async () => {
    const find = await finder()
    for (const search of ['x 555-0100', '5550100a', 'tel:0100', 'é100', '7o3'])
      expect(await find(search)).toEqual([])
    expect(await find('room 5550100')).toEqual(['Ada'])
  })

  test('finds them in texts that are too long for the index', async () => {
    const { user, get } = await signedIn()
    const long = { Nickname: '€'.repeat(100), Location: '€'.repeat(100), Occupation: '€'.repeat(100) }
    const emails = Array.from({ length: 10 }, (_, n) => ({
      label: '',
      value: `${'x'.repeat(60)}${n}@a.example`,
    }))
    await createBud(user, { ...long, emails, phones: [{ label: '', value: '+1 (703) 555-0100' }] })
    for (const search of ['x9@a', '703-555'])
      expect((await get(`${api}?search=${search}`)).body.totalBuds).toBe(1)
  })
})

describe('contact details', () => {
  test('have rows whose blank ones are dropped and do not count towards the limit', async () => {
    const user = await signedIn()
    const blank = [{ label: 'home', value: ' ' }, {}]
    const rows = <T>(row: T, count: number) => [...blank, ...Array<T>(count).fill(row), ...blank]
    const sent = {
      emails: rows({ label: '', value: 'a@b.example' }, 10),
      phones: rows({ label: '', value: '1' }, 10),
      links: rows({ label: '', value: 'https://b.example' }, 10),
      addresses: rows({ city: 'Bath' }, 5),
      dates: rows({ month: 2, day: 29 }, 20),
    }
    const { body } = await user.post(api, { Firstname: 'Grace', ...sent })
    const counts = Object.keys(sent).map((field) => body.bud[field].length)
    expect(counts).toEqual([10, 10, 10, 5, 20])
    expect(body.bud.dates[0]).toEqual({ label: 'Birthday', year: null, month: 2, day: 29 })
    const leap = [
      [{ year: 2_000 }, 201],
      [{ year: 1_900 }, 400],
      [{ year: null, day: 30 }, 400],
    ] as const
    for (const [date, status] of leap) {
      const dates = [{ month: 2, day: 29, ...date }]
      expect((await user.post(api, { Firstname: 'Grace', dates })).status, JSON.stringify(date)).toBe(status)
    }
  })
})

describe('the bud screen', () => {
  test('has links that call, write and open, and none of another scheme', async () => {
    const user = await signedIn()
    const { _id } = await createBud(user.user, {
      phones: [
        { label: 'mobile', value: ' +44 (0)7700 900-123' },
        { label: 'work', value: '(020) 7946 0000 ext. 12' },
      ],
      emails: [
        { label: '', value: "o'hara+x@a.example" },
        { label: '', value: 'a?bcc=b&c#%41@a.example' },
      ],
      links: [
        { label: 'Blog', value: 'HTTPS://a.example/?q="b"' },
        { label: '', value: 'a.example:8080' },
        { label: '', value: '//a.example' },
      ],
    })
    const hrefs = async () => {
      const { document } = new JSDOM((await user.visit(`/dashboard/Bud/${_id}`)).text).window
      return [...document.querySelectorAll('.reach a:not(.edit-link)')].map((link) =>
        link.getAttribute('href'),
      )
    }
    expect(await hrefs()).toEqual([
      'tel:+447700900123',
      'tel:02079460000;ext=12',
      "mailto:o'hara+x@a.example",
      'mailto:a%3Fbcc=b%26c%23%2541@a.example',
      'HTTPS://a.example/?q="b"',
      'https://a.example:8080',
      'https://a.example',
    ])
    for (const value of [
      'javascript:alert(1)',
      ' JavaScript:alert(1)',
      'java\nscript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      '//evil.example',
    ]) {
      await user.patch(`${api}/${_id}`, { links: [{ value }] })
      for (const href of await hrefs()) expect(href).toMatch(/^(tel:|mailto:|https?:\/\/)/i)
    }
  })

  test('calls no other number than the one that is written', async () => {
    const user = await signedIn()
    const { _id } = await createBud(user.user)
    const links = {
      '+44 020 7946 0018': 'tel:+442079460018',
      '+39 (0)6 1234567': 'tel:+39061234567',
      '020 7946 0011 / 07700 900211': 'tel:02079460011',
      '+44 7700 900212, +44 7700 900213': 'tel:+447700900212',
      '020 7946 0018 (after 6pm)': null,
      'office 2: 020 7946 0018': null,
      '0800 FLOWERS': null,
      '*#06#': null,
      '020 7946 0018 Durchwahl 12': 'tel:02079460018;ext=12',
      '020 7946 0018,,12': 'tel:02079460018;ext=12',
      'tel:946-0016;phone-context=+44-20-7': 'tel:+442079460016',
      '\u200e+44\u00a07700\u2011900123\u200e': 'tel:+447700900123',
      '٠٧٧٠٠ ٩٠٠٢١٤': 'tel:07700900214',
      '030/1234567': 'tel:0301234567',
      '447700900216.0': null,
    }
    const phones = Object.keys(links).map((value) => ({ label: '', value }))
    for (const part of [phones.slice(0, 8), phones.slice(8)]) {
      expect((await user.patch(`${api}/${_id}`, { phones: part })).status).toBe(200)
      const { document } = new JSDOM((await user.visit(`/dashboard/Bud/${_id}`)).text).window
      const lines = [...document.querySelectorAll('.reach-lines li')].map((line) => [
        line.querySelector('div > :first-child')?.textContent,
        line.querySelector('a')?.getAttribute('href') ?? null,
      ])
      expect(lines).toEqual(part.map(({ value }) => [value, links[value as keyof typeof links]]))
    }
  })

  test('shows everything about the bud in two statements, and leaves out what is empty', async () => {
    const user = await signedIn()
    const { _id } = await createBud(user.user, {
      Surname: 'Hopper',
      Nickname: 'Amazing',
      hobbies: ['Chess'],
      addresses: [
        {
          label: 'home',
          street: '1 Main St',
          city: 'Arlington',
          region: '',
          postcode: '22201',
          country: 'USA',
        },
      ],
      dates: [{ label: 'Birthday', year: null, month: 12, day: 9 }],
      notes: 'Carried a nanosecond',
      customFields: [{ name: 'Ship', value: 'USS Hopper' }],
    })
    await createCircle(user.user, { Name: 'Navy', selectedBuds: [_id] })
    const day = (year: number, n: number) => ({ startDate: `${year}-01-0${n}T19:00`, selectedBuds: [_id] })
    for (let n = 1; n <= 6; n++) {
      await createEvent(user.user, { Name: `Next ${n}`, ...day(2_999, n) })
      await createEvent(user.user, { Name: `Past ${n}`, ...day(1_999, n) })
    }
    await user.visit(`/dashboard/Bud/${_id}`)
    const { result: page, statements } = await recordStatements(() => user.visit(`/dashboard/Bud/${_id}`))
    if (!isRemote) expect(statements).toHaveLength(2)
    expect(visibleText(page)).toMatch(
      /Grace Hopper "Amazing" .*Contact details 1 Main St Arlington 22201 USA home .*Birthday 9 December (in \d+ days|today|tomorrow) .*Coming up Next 1 .*Next 5 .*Timeline .*Past 6 .*Past 1 .*Notes Carried a nanosecond .*Hobbies Chess .*In your circles Navy .*Ship USS Hopper /,
    )
    expect(visibleText(page)).not.toMatch(/Next 6|Preferences|Last interaction|Nothing else/)
    const plain = await createBud(user.user)
    const empty = visibleText(await user.visit(`/dashboard/Bud/${plain._id}`))
    expect(empty).toContain('Nothing else is noted about Grace yet')
    expect(empty).not.toMatch(/Contact details|Dates|Notes/)
  })
})

describe('a date of a bud', () => {
  const next = (date: object, today: string) =>
    dateFacts([{ label: 'Birthday', year: null, month: 3, day: 1, ...date }], today)[0]?.next

  test.each([
    [{ year: 1986, month: 12, day: 6 }, '2026-11-24', 'turns 40 in 12 days'],
    [{ year: 1986, month: 11, day: 24 }, '2026-11-24', 'turns 40 today'],
    [{ year: 1986, month: 11, day: 25 }, '2026-11-24', 'turns 40 tomorrow'],
    [{ year: 1986, month: 11, day: 23 }, '2026-11-24', 'turns 41 in 364 days'],
    [{ month: 1, day: 1 }, '2026-12-31', 'tomorrow'],
    [{ month: 11, day: 24 }, '2026-11-24', 'today'],
    [{ label: 'birthday', year: 2026 }, '2026-11-24', 'turns 1 in 97 days'],
    [{ label: 'Wedding', year: 2025 }, '2026-02-27', '1 year in 2 days'],
    [{ label: 'Wedding', year: 2016 }, '2026-02-28', '10 years tomorrow'],
    [{ year: 2026 }, '2026-02-28', 'tomorrow'],
    [{ year: 2030 }, '2026-02-28', 'tomorrow'],
    [{ year: 2000, month: 2, day: 29 }, '2026-02-28', 'turns 26 today'],
    [{ year: 2000, month: 2, day: 29 }, '2026-03-01', 'turns 27 in 364 days'],
    [{ year: 2000, month: 2, day: 29 }, '2028-02-28', 'turns 28 tomorrow'],
    [{ month: 2, day: 29 }, '2100-02-27', 'tomorrow'],
  ])('%j on %s: %s', (date, today, text) => {
    expect(next(date, today)).toBe(text)
  })

  test('has its day, and its year if that is known; the soonest is first', () => {
    const dates = [
      { label: 'Wedding', year: 2010, month: 11, day: 23 },
      { label: 'Leap', year: null, month: 2, day: 29 },
      { label: 'Birthday', year: 900, month: 11, day: 24 },
    ]
    expect(dateFacts(dates, '2026-11-24').map(({ label, text }) => [label, text])).toEqual([
      ['Birthday', '24 November 900'],
      ['Leap', '29 February'],
      ['Wedding', '23 November 2010'],
    ])
  })
})

describe('a link', () => {
  const msg = 'Link must be an address that begins with https:// or http://'

  test.each([
    ...[
      '/dashboard',
      '/',
      '///x',
      'https:///x',
      'http:///x',
      'https:/x',
      'https:x',
      'https://',
      'HTTPS:///x',
    ],
    ...[
      'https:\\\\x',
      '\\\\x',
      '\\x',
      '?q=1',
      '#top',
      './x',
      '../x',
      'https://?q',
      'https://#a',
      'https://.',
    ],
    ...['ftp://a.example', 'mailto:a@a.example', 'javascript://a.example'],
  ])('%s states no host of the web and is refused', async (value) => {
    const user = await signedIn()
    const response = await user.post(api, { Firstname: 'Ada', links: [{ value }] })
    expect(response).toMatchObject({ status: 400, body: { msg } })
  })

  test.each([
    ['a.example', 'https://a.example'],
    ['//a.example/x', 'https://a.example/x'],
    ['localhost:8080', 'https://localhost:8080'],
    ['HTTP://A.example', 'HTTP://A.example'],
    ['https://me@a.example/?q=/b#c', 'https://me@a.example/?q=/b#c'],
    ['https://[::1]/', 'https://[::1]/'],
    ['https://brücke.example', 'https://brücke.example'],
  ])('%s is stored as %s', async (value, stored) => {
    const user = await signedIn()
    const { body } = await user.post(api, { Firstname: 'Ada', links: [{ value }] })
    expect(body.bud?.links).toEqual([{ label: '', value: stored }])
  })
})

test.each([
  ['POST', 'buds', 'merge', { with: 5 }],
  ['POST', 'buds', 'snooze', { until: 'x' }],
  ['PUT', 'buds', 'photo', { photo: 'x' }],
  ['POST', 'buds', 'log', []],
  ['POST', 'events', 'guests', { selectedBuds: 'no' }],
  ['DELETE', 'events', 'guests', { selectedBuds: 'no' }],
])(
  '%s /%s/{id}/%s of a missing or foreign record is 404, whatever the body is',
  async (method, list, part, body) => {
    const [user, other] = [await signedIn(), await signedIn()]
    const foreign = list === 'buds' ? await createBud(other.user) : await createEvent(other.user)
    for (const id of [uuid(), foreign._id, 'x']) {
      const headers = { 'Content-Type': 'application/json' }
      const response = await user.send(method, `/api/v1/${list}/${id}/${part}`, {
        headers,
        body: JSON.stringify(body),
      })
      expect(response.status).toBe(404)
    }
  },
)

test('merging a missing bud with itself is 404', async () => {
  const user = await signedIn()
  const id = uuid()
  expect((await user.post(`${api}/${id}/merge`, { with: id })).status).toBe(404)
})
