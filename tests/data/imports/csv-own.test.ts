import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addressParts,
  readAddresses,
  readLabelled,
  readList,
  writeAddresses,
  writeDates,
  writeLabelled,
  writeList,
} from '~/data/exports/own-csv'

const characters = fc.constantFrom('a', ':', ' ', '\\', '|', '\n', '-', '/')
/** Trimmed text, as it is stored. */
const text = fc
  .oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(characters, { maxLength: 20 }).map((all) => all.join('')),
  )
  .map((value) => value.trim())
const value = text.filter((value) => value !== '')
const label = text.filter((value) => value.length <= 50)

test('a list is read as it was written', () => {
  expect(writeList(['Chess', 'Pub Quizzes'])).toBe('Chess ::: Pub Quizzes')
  fc.assert(
    fc.property(fc.array(value), (values) => {
      expect(readList(writeList(values))).toEqual(values)
    }),
  )
})

test('labelled values are read as they were written', () => {
  const rows = [
    { label: 'Home', value: 'ada@a.example' },
    { label: '', value: 'https://a.example' },
  ]
  expect(writeLabelled(rows)).toBe('Home: ada@a.example ::: https://a.example')
  fc.assert(
    fc.property(fc.array(fc.record({ label, value })), (rows) => {
      expect(readLabelled(writeLabelled(rows))).toEqual(rows)
    }),
    { numRuns: 2_000 },
  )
})

test('addresses are read as they were written', () => {
  const home = {
    label: 'Home',
    street: '12 Long Lane',
    city: 'Leeds',
    region: '',
    postcode: 'LS1',
    country: 'UK',
  }
  expect(writeAddresses([home])).toBe('Home: 12 Long Lane | Leeds |  | LS1 | UK')
  const address = fc.record({ label, street: text, city: text, region: text, postcode: text, country: text })
  const filled = address.filter((address) => addressParts.some((part) => address[part] !== ''))
  fc.assert(
    fc.property(fc.array(filled), (rows) => {
      expect(readAddresses(writeAddresses(rows))).toEqual(rows)
    }),
    { numRuns: 2_000 },
  )
})

test('an address written by hand can have fewer parts', () => {
  expect(readAddresses('12 Long Lane | Leeds')).toEqual([
    { label: '', street: '12 Long Lane', city: 'Leeds', region: '', postcode: '', country: '' },
  ])
})

test('dates are written without a year if it is not known', () => {
  expect(
    writeDates([
      { label: 'Birthday', year: 985, month: 4, day: 2 },
      { label: 'Wedding', year: null, month: 6, day: 30 },
    ]),
  ).toBe('Birthday: 0985-04-02 ::: Wedding: --06-30')
})
