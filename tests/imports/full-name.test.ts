import { expect, test } from 'vitest'
import { splitFullName } from '~/imports/full-name'

test.each([
  ['Ada Lovelace', 'Ada', 'Lovelace'],
  ['  Ada   King  Lovelace ', 'Ada King', 'Lovelace'],
  ['Lovelace, Ada', 'Ada', 'Lovelace'],
  ['van Beethoven, Ludwig', 'Ludwig', 'van Beethoven'],
  ['Ludwig van Beethoven', 'Ludwig', 'van Beethoven'],
  ['Maria de la Cruz', 'Maria', 'de la Cruz'],
  ['Martin King Jr.', 'Martin', 'King Jr.'],
  ['Grace Hopper, PhD', 'Grace', 'Hopper, PhD'],
  ['Von Trapp', 'Von', 'Trapp'],
  ['Madonna', 'Madonna', ''],
  ['', '', ''],
  [',', ',', ''],
])('%s is split', (text, Firstname, Surname) => {
  expect(splitFullName(text)).toEqual({ Firstname, Surname })
})
