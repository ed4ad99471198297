import { describe, expect, test } from 'vitest'
import { personOfCard, personOfCsv } from './readers'

const both = (text: string) => [
  personOfCsv({ 'First Name': 'Pia', 'Last Name': 'Moss', Email: text }),
  personOfCard('FN:Pia Moss', 'N:Moss;Pia;;;', `EMAIL:${text.replaceAll('\n', '\\n')}`),
]

describe('an email address', () => {
  test.each([
    'Pia Moss <pia@moss.example>',
    '"Moss, Pia" <pia@moss.example>',
    'Moss, Pia <pia@moss.example>',
    "'Pia' <pia@moss.example>",
    '<pia@moss.example>',
    'mailto:pia@moss.example',
    'MAILTO:pia@moss.example?subject=Hello',
    '<mailto:pia@moss.example>',
    'Pia Moss <mailto:pia@moss.example>',
    '[pia@moss.example](mailto:pia@moss.example)',
    '["pia@moss.example"]',
    'pia@moss.example (Pia Moss)',
    'Pia Moss pia@moss.example',
    'pia@moss.example <pia@moss.example>',
    'pia@moss.example;',
    'pia@moss.example,',
  ])('is found in %s', (text) => {
    for (const person of both(text))
      expect(person).toMatchObject({
        emails: [{ label: '', value: 'pia@moss.example' }],
        notes: [],
        warnings: [],
      })
  })

  test.each([
    'a@x.example; b@x.example',
    'a@x.example, b@x.example',
    'a@x.example b@x.example',
    'a@x.example\nb@x.example',
    'a@x.example / b@x.example',
    'a@x.example | b@x.example',
    'mailto:a@x.example,b@x.example',
    'Pia <a@x.example>, Moss <b@x.example>',
    'Pia Moss <a@x.example>; b@x.example',
    '["a@x.example","b@x.example"]',
    'a@x.example;b@x.example;',
  ])('is one of two in %s', (text) => {
    for (const person of both(text))
      expect(person.emails, text).toEqual(
        ['a@x.example', 'b@x.example'].map((value) => ({ label: '', value })),
      )
  })

  test('leaves a name or a remark that the row does not have in the notes', () => {
    const notes = (text: string) => both(text).map((person) => person.notes)
    expect(notes('Ron Fern <pia@moss.example>')).toEqual(
      Array(2).fill(['Email: Ron Fern <pia@moss.example>']),
    )
    expect(notes('pia@moss.example (old)')).toEqual(Array(2).fill(['Email: pia@moss.example (old)']))
  })

  test.each([
    "o'brien+tag@moss.example",
    'a/b@moss.example',
    'jana@brücke.example',
    'pia.moss_1@moss.example',
    '{x}@moss.example',
  ])('stays as typed: %s', (text) => {
    for (const person of both(text)) expect(person).toMatchObject({ emails: [{ value: text }], notes: [] })
  })

  test('that is none stays whole, so that it goes to the notes', () => {
    for (const text of ['ada at home', 'pia(at)moss.example', '<none>', '@'])
      for (const person of both(text)) expect(person.emails, text).toEqual([{ label: '', value: text }])
  })
})
