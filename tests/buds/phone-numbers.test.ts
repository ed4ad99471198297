import { expect, test } from 'vitest'
import { isSamePhone, phoneKey } from '~/buds/phone-numbers'

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
])('%s and %s are not one phone number', (one, other) => {
  expect([isSamePhone(one, other), isSamePhone(other, one)]).toEqual([false, false])
})
