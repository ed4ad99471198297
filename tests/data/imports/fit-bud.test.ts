import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fitBud } from '~/data/imports/plan/fit-bud.server'
import { emptyPerson, type Person } from '~/data/imports/reading/person'
import { budInput } from '~/people/buds/bud-input.server'
import { cpuRatio } from '../../support/cpu-time'

function fitted(fields: Partial<Person>) {
  const { bud, warnings } = fitBud({ ...emptyPerson(7), Firstname: 'Ada', ...fields })
  if (!bud) throw new Error('not a bud')
  return { bud, warnings }
}

const notesOf = (fields: Partial<Person>) => fitted(fields).bud.notes

describe('the first name', () => {
  const firstname = (fields: Partial<Person>) => fitted({ Firstname: '', ...fields }).bud.Firstname

  test('is the next best name, and then an email address or phone', () => {
    const phones = [{ label: '', value: '123' }]
    const emails = [{ label: '', value: 'a@b.example' }]
    expect(firstname({ phones })).toBe('123')
    expect(firstname({ phones, emails })).toBe('a@b.example')
    expect(firstname({ phones, OccupationLocation: 'Acme' })).toBe('Acme')
    expect(firstname({ OccupationLocation: 'Acme', Nickname: 'Al' })).toBe('Al')
    expect(firstname({ Nickname: 'Al', Surname: 'King' })).toBe('King')
    expect(fitted({ Firstname: ' ', Surname: 'King' }).bud.Surname).toBe('')
  })

  test('is needed', () => {
    const warnings = [{ line: 1, reason: 'x' }]
    expect(fitBud({ ...emptyPerson(7), notes: ['Hello'], warnings })).toEqual({
      bud: null,
      reason: 'The record has no name, email or phone',
      warnings,
    })
  })
})

describe('what breaks a rule', () => {
  test('is in the notes if it is too long, and starts in its field', () => {
    const long = 'a'.repeat(101)
    const { bud } = fitted({ Firstname: long, Surname: `${'a'.repeat(99)}😀`, notes: ['Hi'] })
    expect(bud).toMatchObject({ Firstname: 'a'.repeat(100), Surname: 'a'.repeat(99) })
    expect(bud.notes).toBe(`Hi\n\nFirst name: ${long}\nSurname: ${'a'.repeat(99)}😀`)
  })

  test('is in the notes if it is not valid', () => {
    const { bud } = fitted({
      emails: [
        { label: 'Work', value: 'no address' },
        { label: '', value: 'a@b.example' },
      ],
      phones: [{ label: 'Home', value: 'ask Grace' }],
      links: [{ label: 'Blog', value: 'ftp://a.example' }],
      addresses: [
        { label: 'Home', street: 's'.repeat(201), city: 'Leeds', region: '', postcode: '', country: '' },
      ],
      dates: [{ label: 'Party', year: 1985, month: 2, day: 30 }],
      customFields: [
        { name: 'Chat', value: 'ada@chat' },
        { name: '', value: 'nameless' },
      ],
      cadenceDays: 0,
      Budtype: 'Enemy',
      hobbies: ['chess', 'Programming'],
    })
    expect(bud).toMatchObject({
      emails: [{ label: '', value: 'a@b.example' }],
      phones: [],
      links: [],
      addresses: [],
      dates: [],
      customFields: [],
      cadenceDays: null,
      Budtype: 'Other',
      hobbies: ['Chess'],
    })
    expect(bud.notes.split('\n')).toEqual([
      'Hobbies: Programming',
      'Bud type: Enemy',
      'Custom field: nameless',
      'Email (Work): no address',
      'Phone (Home): ask Grace',
      `Address (Home): ${'s'.repeat(201)}, Leeds`,
      'Link (Blog): ftp://a.example',
      'Date (Party): 1985-2-30',
      'Custom field: Chat: ada@chat',
      'Keep in touch every (days): 0',
    ])
  })

  test('is in the notes beyond the limit of a list', () => {
    const phones = Array.from({ length: 12 }, (_, n) => ({ label: 'Home', value: `${n}` }))
    const { bud } = fitted({ phones })
    expect(bud.phones).toEqual(phones.slice(0, 10))
    expect(bud.notes).toBe('Phone (Home): 10\nPhone (Home): 11')
  })

  test('is in the notes if a label is too long', () => {
    const label = 'x'.repeat(51)
    const { bud } = fitted({ phones: [{ label, value: '1' }] })
    expect(bud.phones).toEqual([{ label: 'x'.repeat(50), value: '1' }])
    expect(bud.notes).toBe(`Phone (${label}): 1`)
  })

  test('is removed if it is a blank row, a repetition or a character that text can not hold', () => {
    const row = { label: '', value: '1' }
    const { bud } = fitted({
      Firstname: 'A\0d\ud800a\x07\r\n King',
      phones: [row, { label: 'Home', value: ' ' }, row],
      notes: ['a\r\nb\tc\0'],
    })
    expect(bud).toMatchObject({ Firstname: 'Ada King', phones: [row], notes: 'a\nb\tc' })
  })

  test('is named in a warning if the notes are full', () => {
    const { bud, warnings } = fitted({ notes: ['n'.repeat(9_990)], Occupation: 'b'.repeat(101) })
    expect(bud.notes).toHaveLength(10_000)
    expect(warnings).toEqual([
      {
        line: 7,
        reason: `The notes have no room for 105 more characters: 'on: ${'b'.repeat(101)}'`,
      },
    ])
  })
})

test('a link without a scheme gets one', () => {
  expect(fitted({ links: [{ label: '', value: 'a.example/b' }] }).bud.links).toEqual([
    { label: '', value: 'https://a.example/b' },
  ])
})

test('whatever is read fits the rules of buds', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom(
      'a@b.example',
      '+1 2',
      'https://a.example',
      '\0',
      '\ud83d',
      'x'.repeat(101),
      '😀'.repeat(5_001),
    ),
  )
  const row = fc.record({ label: text, value: text })
  const list = <T>(item: fc.Arbitrary<T>) => fc.array(item, { maxLength: 25 })
  const number = fc.integer({ min: -1, max: 40 })
  const persons = fc.record({
    Firstname: text,
    Surname: text,
    Nickname: text,
    Occupation: text,
    Location: text,
    OccupationLocation: text,
    Budtype: text,
    LastInteraction: text,
    hobbies: list(text),
    cadenceDays: fc.option(fc.integer()),
    emails: list(row),
    phones: list(row),
    links: list(row),
    addresses: list(
      fc.record({ label: text, street: text, city: text, region: text, postcode: text, country: text }),
    ),
    dates: list(
      fc.record({
        label: text,
        year: fc.option(fc.integer({ min: -1, max: 10_000 })),
        month: number,
        day: number,
      }),
    ),
    customFields: list(fc.record({ name: text, value: text })),
    notes: list(text),
  })
  fc.assert(
    fc.property(persons, (fields) => {
      const { bud } = fitBud({ ...emptyPerson(1), ...fields })
      if (bud) expect(budInput.parse(bud)).toEqual(bud)
    }),
    // The example has a custom field without a value, whose name is refused.
    {
      numRuns: 300,
      examples: [
        [{ ...emptyPerson(1), Firstname: 'Ada', customFields: [{ name: 'a@b.example', value: '' }] }],
      ],
    },
  )
})

test('nothing is lost', () => {
  const word = fc.integer({ min: 100_000, max: 999_999 }).map((n) => `w${n}`)
  const value = fc.oneof(
    word,
    word.map((word) => `${word}@b.example`),
    word.map((word) => word.padEnd(120, 'x')),
  )
  const list = fc.array(fc.record({ label: word, value }), { maxLength: 15 })
  fc.assert(
    fc.property(
      fc.record({ Surname: value, Nickname: value, emails: list, phones: list, links: list }),
      (fields) => {
        const { bud, warnings } = fitted(fields)
        const all = JSON.stringify(bud)
        if (warnings.length > 0) return
        for (const [word] of JSON.stringify(fields).matchAll(/w\d{6}/g)) expect(all).toContain(word)
      },
    ),
    { numRuns: 300 },
  )
})

test('a person takes little more work than the check of the bud', async () => {
  const person: Person = {
    ...emptyPerson(1),
    Firstname: 'Ada',
    Surname: 'Lovelace',
    emails: [{ label: 'Work', value: 'ada@example.com' }],
    phones: [{ label: 'Mobile', value: '+44 20 7946 0018' }],
    addresses: [{ label: 'Home', street: '1 St', city: 'London', region: '', postcode: '', country: '' }],
    dates: [{ label: 'Birthday', year: 1815, month: 12, day: 10 }],
    notes: ['Wrote the first programme'],
  }
  const { bud } = fitted(person)
  const mostTimes = 10
  const repeat = (work: () => unknown) => () => {
    for (let n = 0; n < 2_000; n++) work()
  }
  const ratio = await cpuRatio(
    repeat(() => fitBud(person)),
    repeat(() => budInput.parse(bud)),
    mostTimes,
  )
  expect(ratio).toBeLessThan(mostTimes)
})
