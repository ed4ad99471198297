import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asciiDigits } from '~/buds/digits'
import { isSamePhone, phoneForm, phoneKey, phoneLink, phoneValues } from '~/buds/phone-numbers'
import { db } from '~/db/db.server'

test.each([
  ['+44 20 7946 0018', '020 7946 0018'],
  ['+44 20 7946 0018', '(0)20-79460018'],
  ['020 7946 0018', '(0)20-79460018'],
  ['+44 (0)20 7946 0018', '0044 20 7946 0018'],
  ['+1 (703) 555-0100', '703.555.0100'],
  ['1-703-555-0100', '+17035550100'],
  ['1-703-555-0100', '(703) 555-0100'],
  ['+47 22 12 34 56', '22123456'],
  ['+39 06 1234567', '06 1234567'],
  ['020 7946 0018 ext. 12', '+44 20 7946 0018 x12'],
  ['020 7946 0018 Durchwahl 12', '+44 20 7946 0018,12'],
  ['030/1234567', '+49 30 1234567'],
  ['+36 30 123 4567', '0036-30-1234567'],
  ['011 44 20 7946 0018', '020 7946 0018'],
  ['447700900123', '07700 900123'],
  ['٠٧٧٠٠ ٩٠٠٢١٤', '+44 7700 900214'],
  ['tel:+44%207700%20900215', '07700\u00a0900215'],
])('%s and %s are one phone number', (one, other) => {
  expect([isSamePhone(one, other), isSamePhone(other, one)]).toEqual([true, true])
  expect(phoneKey(one)).toBe(phoneKey(other))
})

test.each([
  ['+44 20 7946 0018', '+44 20 7946 0019'],
  ['020 7946 0018', '030 7946 0018'],
  ['+44 20 7946 0018', '030 7946 0018'],
  ['+44 20 7946 0018', '+1 207 946 0018'],
  ['020 7946 0018', '7946 0018'],
  ['555-0100', '(703) 555-0100'],
  ['+1 703 555 0100', '555-0100'],
  ['020 7946 0018', '020 7946 0018 ext 12'],
  ['020 7946 0018 ext 13', '020 7946 0018 ext 12'],
  ['112', '112'],
  ['+1 207 946 0018', '020 7946 0018'],
  ['+33 7700 900123', '+44 7700 900123'],
  ['020 7946 0011 / 07700 900211', '020 7946 0011'],
  ['020 7946 0018 (after 6pm)', '020 7946 0018'],
  ['0800 FLOWERS', '0800 FLOWERS'],
])('%s and %s are not one phone number', (one, other) => {
  expect([isSamePhone(one, other), isSamePhone(other, one)]).toEqual([false, false])
})

/** A value for each line, with what its link dials. */
const dialled = (lines: string) =>
  lines
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/ {2,}/))

test.each(
  dialled(`
    +44 (0)20 7946 0018                  +442079460018
    +44 ( 0 ) 20 7946 0018               +442079460018
    +358 (0)9 1234 567                   +35891234567
    +39 06 1234567                       +39061234567
    (+44) 20 7946 0018                   +442079460018
    00 44 20 7946 0018                   +442079460018
    011 44 20 7946 0018                  +442079460018
    tel:02079460018                      02079460018
    Tel.: +44 20 7946 0018               +442079460018
    020.7946.0018                        02079460018
    ०७७०० ९००२१४                         07700900214
    ０７７００　９００２１４                   07700900214
    ＋４４（０）２０ ７９４６ ００１８            +442079460018
    030 - 1234567                        0301234567
    0049 30 / 1234567                    +49301234567
    06151/12345                          0615112345
    +49 30 1234567-12                    +4930123456712
    212/555-1234                         2125551234
    112                                  112
    020 7946 0018 ext 12                 02079460018;ext=12
    020 7946 0018 extn 12                02079460018;ext=12
    020 7946 0018x12                     02079460018;ext=12
    020 7946 0018 #12                    02079460018;ext=12
    020 7946 0018;ext=12                 02079460018;ext=12
    020 7946 0018 (ext. 12)              02079460018;ext=12
    020 7946 0018 poste 12               02079460018;ext=12
    020 7946 0018 доб. 12                02079460018;ext=12
    020 7946 0018p12                     02079460018;ext=12
    020 7946 0018w12                     02079460018;ext=12
    020 7946 0018;12                     02079460018;ext=12
    020 7946 0011/12                     02079460011
    946 0011 / 12 / 13                   9460011
    020 7946 0011 or 07700 900123        02079460011
    +44 7700 900212 +44 7700 900213      +447700900212
    020 7946 0011 - 020 7946 0012        02079460011
  `),
)('%s dials %s', (phone, number) => {
  expect(phoneLink(phone ?? '')).toBe(`tel:${number}`)
})

test.each(
  dialled(`
    020 7946 0018 (home)
    room 12
    1-800-555-CALL
    1-800-555-CALL or 020 7946 0018
    *123#
    #31#07700900123
    020 7946 0018,12#
    020 7946 0018 x 12 or 13
    4.47701E+11
    112/110
    1234/5678
    030/1234567/8
    946 0011 946 0012
    020 7946 0011 07700 900211
    020 7946 0018²
    447700900123+
    tel:946-0016;phone-context=example.com
    ext. 12
  `).map(([phone = '']) => phone),
)('%s has no link', (phone) => {
  expect(phoneLink(phone)).toBeUndefined()
})

test.each([
  ['020 7946 0011 / 07700 900211', ['020 7946 0011', '07700 900211']],
  ['+44 7700 900212, +44 7700 900213', ['+44 7700 900212', '+44 7700 900213']],
  ['07700 900212\n07700 900213', ['07700 900212', '07700 900213']],
  ['tel:+44%207700%20900215', ['+44 7700 900215']],
  ['tel:946-0016;phone-context=+44-20-7', ['+44-20-7 946-0016']],
  ['tel:+442079460018;ext=12', ['+442079460018 ext. 12']],
  ['030/1234567', ['030/1234567']],
  ['020 7946 0011/12', ['020 7946 0011/12']],
  ['020 7946 0018 (after 6pm) / 07700 900211', ['020 7946 0018 (after 6pm) / 07700 900211']],
  ['٠٧٧٠٠ ٩٠٠٢١٤', ['٠٧٧٠٠ ٩٠٠٢١٤']],
])('%j in a file is %j', (text, values) => {
  expect(phoneValues(text)).toEqual(values)
})

test('the database reads digits and numbers as the app does', async () => {
  const part = fc.oneof(
    fc.constantFrom(
      '+',
      '(0)',
      '(',
      ')',
      '0',
      '00',
      '011',
      '1',
      '44',
      '39',
      '8',
      '7700900123',
      '٠',
      '७',
      '９',
    ),
    fc.stringMatching(/^[0-9]{1,6}$/),
  )
  const values = fc
    .sample(fc.array(part, { minLength: 1, maxLength: 8 }), 1_000)
    .map((parts) => parts.join(''))
  const read = await db
    .select({ digits: sql<string>`digits`, form: sql<string>`phone_form(digits)` })
    .from(
      sql`(select ascii_digits(value) as digits, n
        from jsonb_array_elements_text(${JSON.stringify(values)}::jsonb) with ordinality each (value, n)) numbers`,
    )
    .orderBy(sql`n`)
  const expected = values.map(asciiDigits).map((digits) => {
    const { code, national } = phoneForm(digits)
    return { digits, form: `${code}:${national}` }
  })
  expect(read).toEqual(expected)
})
