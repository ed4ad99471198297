import { describe, expect, test } from 'vitest'
import { formatOf, guessMapping, mappingFor, summariseColumns } from '~/data/imports/csv/columns'

describe('the format', () => {
  test('is recognised by the header', () => {
    expect(formatOf(['Name', 'E-mail 1 - Type', 'E-mail 1 - Value'])).toBe('google')
    expect(formatOf(['First Name', 'Phone 1 - Label'])).toBe('google')
    expect(formatOf(['First Name', 'E-mail Address', 'Business Phone'])).toBe('outlook')
    expect(formatOf(['Vorname', 'E-Mail-Adresse', 'Telefon geschäftlich'])).toBe('outlook')
    expect(formatOf(['Firstname', 'Surname', 'emails', 'phones', 'dates', 'mine'])).toBe('budkeeper')
    expect(formatOf(['Name', 'Email'])).toBe('csv')
  })
})

describe('a guessed mapping', () => {
  test('depends on the other columns where a header has several meanings', () => {
    expect(guessMapping(['Name', 'Vorname'])).toEqual(['Surname', 'Firstname'])
    expect(guessMapping(['Nombre', 'Apellidos'])).toEqual(['Firstname', 'Surname'])
    expect(guessMapping(['Name', 'Given Name', 'Family Name'])).toEqual(['name', 'Firstname', 'Surname'])
    expect(guessMapping(['Name', 'City', 'Title'])).toEqual(['name', 'Location', 'Occupation'])
    expect(guessMapping(['Name', 'City', 'Street', 'Title', 'Job'])).toEqual([
      'name',
      'addresses.city',
      'addresses.street',
      null,
      'Occupation',
    ])
    expect(guessMapping(['Name', 'Private'])).toEqual(['name', null])
    expect(guessMapping(['Name', 'Priority', 'Private', 'Sensitivity'])).toEqual([
      'name',
      'skip',
      'skip',
      'skip',
    ])
  })

  test('has null for what is not recognised', () => {
    expect(guessMapping(['Shoe size', 'Column 2', '', 'constructor'])).toEqual([null, null, null, null])
  })
})

describe('a mapping from a user', () => {
  const schema = mappingFor(2)
  const message = (value: unknown) => schema.safeParse(value).error?.issues[0]?.message

  test('has a word or null for each column', () => {
    expect(schema.parse(['name', null])).toEqual(['name', null])
    expect(schema.parse('["skip","addresses.city"]')).toEqual(['skip', 'addresses.city'])
    expect(schema.parse(['name', ''])).toEqual(['name', null])
  })

  test('is refused with a clear message', () => {
    const wrongLength = 'Mapping must be a list with one field for each of the 2 columns'
    for (const value of [['name'], ['name', null, null], 'x', {}, null, undefined, 7, '[', '{"a":1}'])
      expect(message(value), JSON.stringify(value)).toBe(wrongLength)
    expect(message(['name', 'phone'])).toMatch(/^Mapping must consist of null, _id, name, Firstname, /)
    for (const value of [1, {}, [], true])
      expect(message(['name', value])).toMatch(/^Mapping must consist of/)
  })
})

describe('the summary of columns', () => {
  test('has up to three different examples and the number of rows with a value', () => {
    const summary = summariseColumns(['Name', 'City'])
    for (const cells of [
      ['Ada', ' '],
      ['Ada', 'York'],
      ['Grace', 'x'.repeat(500), 'surplus'],
      ['Mary'],
      ['Joan'],
    ])
      summary.add({ line: 1, cells })
    expect(summary.columns).toEqual([
      { name: 'Name', examples: ['Ada', 'Grace', 'Mary'], filled: 5 },
      { name: 'City', examples: ['York', 'x'.repeat(100)], filled: 2 },
    ])
  })
})
