import fc from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { type VCardVersion, vcardVersions } from '~/data/exports/vcard-lines'
import { writeVCard } from '~/data/exports/vcard-write'
import { fitBud } from '~/data/imports/plan/fit-bud.server'
import { personOf } from '~/data/imports/vcard/person'
import { readVCards } from '~/data/imports/vcard/vcard'
import { type BudInput, budInput } from '~/people/buds/bud-input.server'
import { anyBud } from '../../support/any-bud'

const _id = '019abcde-0000-7000-8000-000000000001'

const written = (
  fields: Partial<BudInput>,
  version: VCardVersion,
  groups: string[] = [],
  photo: Uint8Array | null = null,
) => writeVCard({ bud: { _id, ...budInput.parse({ Firstname: 'Ada', ...fields }) }, groups, photo }, version)

const linesOf = (card: string) => card.replaceAll('\r\n ', '').split('\r\n')

describe('a vCard', () => {
  const dates = [
    { label: 'Birthday', year: 1985, month: 4, day: 12 },
    { label: 'Anniversary', year: null, month: 6, day: 30 },
    { label: 'First, met', year: null, month: 2, day: 29 },
  ]

  test('3.0 has the properties that address books read', () => {
    const fields: Partial<BudInput> = {
      Surname: 'King; Countess',
      Nickname: 'A, B',
      Occupation: 'Analyst',
      OccupationLocation: 'Engines; Ltd',
      emails: [
        { label: 'home', value: 'ada@example.org' },
        { label: '', value: 'a@example.org' },
      ],
      phones: [
        { label: 'Mobile', value: '+44 20' },
        { label: 'Boat', value: '1' },
      ],
      addresses: [
        {
          label: 'Work',
          street: '1 Lane\nFlat 2',
          city: 'Leeds',
          region: '',
          postcode: 'LS1',
          country: 'UK',
        },
      ],
      links: [{ label: '', value: 'https://example.org/?a=1,2;3' }],
      dates,
      notes: 'One\nTwo \\ three',
      customFields: [{ name: 'Engine', value: 'A; B' }],
      hobbies: ['Chess', 'Yoga'],
      cadenceDays: 30,
    }
    expect(linesOf(written(fields, '3.0', ['Club', 'A, B']))).toEqual([
      'BEGIN:VCARD',
      'VERSION:3.0',
      'PRODID:-//Budkeeper//Export//EN',
      `UID:urn:uuid:${_id}`,
      'N:King\\; Countess;Ada;;;',
      'FN:Ada King\\; Countess',
      'NICKNAME:A\\, B',
      'TITLE:Analyst',
      'ORG:Engines\\; Ltd',
      'item9.EMAIL;TYPE=home:ada@example.org',
      'item9.X-ABLabel:home',
      'EMAIL:a@example.org',
      'TEL;TYPE=cell:+44 20',
      'item12.TEL:1',
      'item12.X-ABLabel:Boat',
      'ADR;TYPE=work:;;1 Lane\\nFlat 2;Leeds;;LS1;UK',
      'URL:https://example.org/?a=1,2;3',
      'BDAY:1985-04-12',
      'item16.X-ABDATE;X-APPLE-OMIT-YEAR=1604:1604-06-30',
      'item16.X-ABLabel:_$!<Anniversary>!$_',
      'item17.X-ABDATE;X-APPLE-OMIT-YEAR=1604:1604-02-29',
      'item17.X-ABLabel:First\\, met',
      'NOTE:One\\nTwo \\\\ three',
      'CATEGORIES:Club,A\\, B',
      'X-BUDKEEPER-BUDTYPE:Other',
      'X-BUDKEEPER-CADENCEDAYS:30',
      'X-BUDKEEPER-HOBBIES:Chess,Yoga',
      'X-BUDKEEPER-CUSTOMFIELD:Engine;A\\; B',
      'END:VCARD',
      '',
    ])
  })

  test.each([
    ['https://example.org/?a=1,2;3', 'https://example.org/?a=1,2;3'],
    ['https://example.org/a\\b?c\\d', 'https://example.org/a/b?c%5Cd'],
  ])('no character of the address %s is escaped', (value, expected) => {
    for (const version of ['3.0', '4.0'] as const)
      expect(linesOf(written({ links: [{ label: '', value }] }, version))).toContain(`URL:${expected}`)
  })

  test('4.0 has dates without a year, and an anniversary', () => {
    const noBirthYear = { label: 'Birthday', year: null, month: 2, day: 3 }
    const lines = linesOf(written({ dates: [noBirthYear, ...dates] }, '4.0'))
    expect(lines.filter((line) => /BDAY|ANNIV|ABDATE|ABLabel/.test(line))).toEqual([
      'BDAY:--0203',
      'item7.X-ABDATE;VALUE=date-and-or-time:19850412',
      'item7.X-ABLabel:Birthday',
      'ANNIVERSARY:--0630',
      'item9.X-ABDATE;VALUE=date-and-or-time:--0229',
      'item9.X-ABLabel:First\\, met',
    ])
  })

  test('3.0 has a birthday without a year as Apple writes it', () => {
    const birthday = { label: 'Birthday', year: null, month: 2, day: 3 }
    expect(linesOf(written({ dates: [birthday] }, '3.0'))).toContain('BDAY;X-APPLE-OMIT-YEAR=1604:1604-02-03')
  })

  test('has the photo as JPEG in base64', () => {
    const photo = Buffer.from('JPEG'.repeat(100))
    const data = photo.toString('base64')
    expect(linesOf(written({}, '3.0', [], photo))).toContain(`PHOTO;ENCODING=b;TYPE=JPEG:${data}`)
    expect(linesOf(written({}, '4.0', [], photo))).toContain(`PHOTO:data:image/jpeg;base64,${data}`)
    for (const version of vcardVersions) {
      const [card] = readVCards(Buffer.from(written({}, version, [], photo)))
      expect(Buffer.from(card ? (personOf(card).photo ?? []) : []).equals(photo)).toBe(true)
    }
  })
})

/** The import reads U+2028 and U+2029 as line breaks (docs/import.md). */
const withoutControls = (bud: BudInput): BudInput =>
  JSON.parse(JSON.stringify(bud), (_, part) =>
    typeof part === 'string'
      ? part
          .replace(/(?![\n\t])\p{Cc}/gu, '')
          .replace(/[\u2028\u2029]/g, '\n')
          .trim()
      : part,
  )

describe.each(vcardVersions)('any bud as vCard %s', (version) => {
  const property = (check: (bud: BudInput, card: string) => void) =>
    fc.assert(
      fc.property(anyBud, (bud) =>
        check(bud, writeVCard({ bud: { _id, ...bud }, groups: [], photo: null }, version)),
      ),
      { numRuns: 300 },
    )

  test('has lines of at most 75 octets, whole characters and no control characters', () => {
    property((_, card) => {
      expect(card.endsWith('\r\n')).toBe(true)
      for (const line of card.slice(0, -2).split('\r\n')) {
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
        expect(line).not.toMatch(/(?!\t)\p{Cc}/u)
        expect(line.isWellFormed()).toBe(true)
      }
    })
  })

  test('means the same to ical.js', () => {
    property((bud, card) => {
      // ical.js takes the second of two backslashes before a separator for one that escapes it.
      fc.pre(![bud.Firstname, bud.Surname].some((name) => name.endsWith('\\')))
      const parsed = new ICAL.Component(ICAL.parse(card) as never)
      const values = (name: string) =>
        parsed.getAllProperties(name).map((property) => property.getFirstValue())
      const clean = withoutControls(bud)
      const trimmed = (value: unknown) => (Array.isArray(value) ? value.map((part) => part.trim()) : value)
      expect(values('n').map(trimmed)).toEqual([[clean.Surname, clean.Firstname, '', '', '']])
      expect(values('email')).toEqual(clean.emails.map(({ value }) => value))
      expect(values('tel')).toEqual(clean.phones.map(({ value }) => value))
      // ical.js leaves the backslash that RFC 2426 has before a semicolon.
      const note = String(values('note')[0] ?? '')
      expect(version === '3.0' ? note.replaceAll('\\;', ';') : note).toBe(clean.notes)
      const [birthday] = clean.dates.filter(({ label }) => label.toLowerCase() === 'birthday')
      const two = (n = 0) => String(n).padStart(2, '0')
      const omitted = version === '4.0' ? '-' : '1604'
      const year = birthday?.year ? String(birthday.year).padStart(4, '0') : omitted
      expect(values('bday').map(String)).toEqual(
        birthday ? [`${year}-${two(birthday.month)}-${two(birthday.day)}`] : [],
      )
    })
  })

  test('comes back from the import', () => {
    property((bud, card) => {
      const cards = [...readVCards(Buffer.from(card))]
      expect(cards).toHaveLength(1)
      const [read] = cards
      const person = read && personOf(read)
      const fit = person && fitBud(person)
      expect(person?.warnings).toEqual([])
      expect(person?.uid).toBe(_id)
      const expected = budInput.safeParse(withoutControls(bud))
      if (expected.success) expect(fit?.bud).toEqual(expected.data)
    })
  })
})

test('names of circles come back from the import', () => {
  const groups = ['Club; of, all', 'myContacts', 'a\\b']
  for (const version of vcardVersions) {
    const [card] = readVCards(Buffer.from(written({}, version, groups)))
    expect(card && personOf(card).groups).toEqual(groups)
  }
})
