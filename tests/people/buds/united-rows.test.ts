import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type RowField, uniteRows } from '~/people/buds/united-rows'

const value = (value: string, label = '') => ({ label, value })
const address = (part: object) => ({
  ...{ label: '', street: '', city: '', region: '', postcode: '', country: '' },
  ...part,
})
const birthday = (year: number | null) => ({ label: 'Birthday', year, month: 12, day: 10 })

const united = (field: RowField, rows: object[], more: object[]) =>
  uniteRows(field, rows as never, more as never).united

describe('two rows are one', () => {
  test.each([
    ['emails', value('ada@example.org', 'Work'), value('ADA@example.org', 'work')],
    ['phones', value('+44 20 7946 0018'), value('020 7946 0018')],
    ['links', value('https://ada.example'), value('https://ADA.example/')],
    ['customFields', { name: 'Ship', value: 'Beagle' }, { name: 'ship', value: 'beagle' }],
    ['addresses', address({ city: 'Bath' }), address({ city: 'BATH' })],
    ['dates', birthday(1815), birthday(null)],
  ] as const)('in %s', (field, one, other) => {
    expect(united(field, [one], [other])).toEqual([one])
  })

  test('if one of them has no label or year, which it gets', () => {
    expect(united('emails', [value('a@example.org')], [value('a@example.org', 'Home')])).toEqual([
      value('a@example.org', 'Home'),
    ])
    expect(united('dates', [birthday(null)], [birthday(1815)])).toEqual([birthday(1815)])
  })
})

describe('two rows are two', () => {
  test.each([
    ['emails', value('ada@example.org', 'Work'), value('ada@example.org', 'Home')],
    ['phones', value('020 7946 0018'), value('030 7946 0018')],
    ['links', value('https://ada.example/A'), value('https://ada.example/a')],
    ['customFields', { name: 'Ship', value: 'Beagle' }, { name: 'Boat', value: 'Beagle' }],
    ['addresses', address({ city: 'Bath' }), address({ region: 'Bath' })],
    ['dates', birthday(1815), birthday(1816)],
  ] as const)('in %s', (field, one, other) => {
    expect(united(field, [one], [other])).toEqual([one, other])
  })
})

const row = fc.record({
  label: fc.constantFrom('', 'home', 'Home', 'work'),
  value: fc.constantFrom('+44 20 7946 0018', '020 7946 0018', '(0)20-79460018', '020 7946 0019', '112'),
})
const date = fc.record({
  label: fc.constantFrom('', 'Birthday', 'Wedding'),
  year: fc.constantFrom(null, 1815, 1816),
  month: fc.constant(12),
  day: fc.constantFrom(10, 11),
})

test('the same rows a second time change nothing, and a list never changes by itself', () => {
  for (const [field, rows] of [
    ['phones', fc.array(row, { maxLength: 4 })],
    ['dates', fc.array(date, { maxLength: 4 })],
  ] as const)
    fc.assert(
      fc.property(rows as fc.Arbitrary<object[]>, rows as fc.Arbitrary<object[]>, (own, more) => {
        const once = united(field, own, more)
        expect(united(field, once, more)).toEqual(once)
        expect(united(field, own, own)).toEqual(own)
      }),
      { numRuns: 500 },
    )
})
