import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bothOrders, isNoDate, type OrderEvidence, orderOf, readDay } from '~/people/buds/read-day'

const today = '2024-03-15'
const read = (text: string, order: 'dmy' | 'mdy' = 'dmy') => readDay(text, order, today)
const day = (year: number | null, month: number, day: number) => ({ year, month, day })

describe('a date', () => {
  test.each([
    ['1985-04-12'],
    ['1985-4-12'],
    ['1985/04/12'],
    ['1985.04.12'],
    ['19850412'],
    ['1985-04-12T00:00:00Z'],
    ['1985-04-12 00:00:00'],
    ['12.04.1985'],
    ['12.4.1985'],
    ['12/04/1985'],
    ['12-04-85'],
    ['12/04/1985 00:00'],
    ['12 April 1985'],
    ['12. April 1985'],
    ['12th of April 1985'],
    ['April 12, 1985'],
    ['Apr 12 1985'],
    ['1985 April 12'],
    ['12-Apr-85'],
    ['12 avril 1985'],
    ['12 de abril de 1985'],
    ['12 aprile 1985'],
    ['12 april 1985'],
  ])('is read from %s', (text) => {
    expect(read(text)).toEqual(day(1985, 4, 12))
  })

  test.each([
    [' --12-25'],
    ['--1225'],
    ['25.12.'],
    ['25/12'],
    ['25 Dec'],
    ['Dezember 25'],
    ['1604-12-25'],
    ['0000-12-25'],
  ])('can be without a year: %s', (text) => {
    expect(read(text)).toEqual(day(null, 12, 25))
  })

  test('of digits follows the order of its column', () => {
    expect(read('4/12/1985', 'mdy')).toEqual(day(1985, 4, 12))
    expect(read('4/12/1985', 'dmy')).toEqual(day(1985, 12, 4))
    expect(read('25/12/1985', 'mdy')).toBeNull()
  })

  test('of two digits for the year is not in the future', () => {
    expect(read('15.03.24')).toEqual(day(2024, 3, 15))
    expect(read('16.03.24')).toEqual(day(1924, 3, 16))
    expect(read('31.12.99')).toEqual(day(1999, 12, 31))
    expect(read('01.01.00')).toEqual(day(2000, 1, 1))
    expect(read('1 Jan 25')).toEqual(day(1925, 1, 1))
  })

  test('has to be in the calendar', () => {
    expect(read('29.02.1984')).toEqual(day(1984, 2, 29))
    expect(read('--02-29')).toEqual(day(null, 2, 29))
    for (const text of [
      '29.02.1985',
      '31.04.1985',
      '1985-13-01',
      '00.04.1985',
      '1985-00-10',
      '--00-00',
      '30 Feb',
    ])
      expect(read(text), text).toBeNull()
  })

  test.each([
    ['spring'],
    ['April 1985'],
    ['1985'],
    ['31149'],
    ['123456'],
    ['12 April 1985 or later'],
    ['1 2 3 April'],
    ['x'.repeat(9_999)],
  ])('is not read from %s', (text) => {
    expect(read(text)).toBeNull()
  })

  test('that stands for none is recognised', () => {
    for (const text of ['0/0/00', '00.00.0000', '0000-00-00', '', ' ', '-', '1/1/4501'])
      expect(isNoDate(text), text).toBe(true)
    for (const text of ['1/1/00', '--12-25', 'x']) expect(isNoDate(text), text).toBe(false)
  })

  test('never fails and is always in the calendar', () => {
    const part = fc.oneof(
      fc.string(),
      fc.integer({ min: 0, max: 9_999 }).map(String),
      fc.constantFrom('.', '/', '-', ' ', 'Apr'),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 7 }), fc.constantFrom('dmy', 'mdy'), (parts, order) => {
        const found = readDay(parts.join(''), order, today)
        if (found)
          expect(new Date(Date.UTC(2000, found.month - 1, found.day)).getUTCMonth()).toBe(found.month - 1)
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('the order of day and month', () => {
  const orderOfAll = (texts: string[]) => texts.map(orderOf).reduce(bothOrders, null as OrderEvidence)

  test('is that of the one date that can be read in one way only', () => {
    expect(orderOfAll(['4/12/1985', '25/12/1990', '1/2/2000'])).toBe('dmy')
    expect(orderOfAll(['4/12/1985', '12/25/1990'])).toBe('mdy')
    expect(orderOfAll(['12.04.1985'])).toBe('dmy')
  })

  test('is not clear without such a date', () => {
    expect(orderOfAll(['4/12/1985', '1/2/2000'])).toBe('unclear')
    expect(orderOfAll(['25/12/1990', '12/25/1990', '26/12/1990'])).toBe('contradictory')
  })

  test('does not matter for other dates', () => {
    expect(
      orderOfAll(['1985-04-12', '5/5/1985', '0/0/00', ' --12-25', '12 April', '', '40/40/1985']),
    ).toBeNull()
  })

  test('does not depend on the order of the rows', () => {
    const evidence = fc.constantFrom(
      null,
      'dmy',
      'mdy',
      'unclear',
      'contradictory',
    ) as fc.Arbitrary<OrderEvidence>
    fc.assert(
      fc.property(evidence, evidence, evidence, (a, b, c) => {
        expect(bothOrders(a, b)).toBe(bothOrders(b, a))
        expect(bothOrders(a, bothOrders(b, c))).toBe(bothOrders(bothOrders(a, b), c))
      }),
    )
  })
})
