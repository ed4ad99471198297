import { expect, test } from 'vitest'
import { splitFullName } from '~/data/imports/reading/full-name'

test.each([
  ['Ada Lovelace', 'Ada', 'Lovelace'],
  ['  Ada   King  Lovelace ', 'Ada King', 'Lovelace'],
  ['Lovelace, Ada', 'Ada', 'Lovelace'],
  ['van Beethoven, Ludwig', 'Ludwig', 'van Beethoven'],
  ['Ludwig van Beethoven', 'Ludwig', 'van Beethoven'],
  ['Maria de la Cruz', 'Maria', 'de la Cruz'],
  ['Kaj af Ekenstam', 'Kaj', 'af Ekenstam'],
  ['Von Trapp', 'Von', 'Trapp'],
  ['Jack Yun Ma', 'Jack Yun', 'Ma'],
  ['John Senior', 'John', 'Senior'],
  ['Madonna', 'Madonna', ''],
  ['山田太郎', '山田太郎', ''],
  ['+44 20 7946 0018', '+44 20 7946 0018', ''],
  ['Lovelace,', 'Lovelace', ''],
  ['', '', ''],
  [',', ',', ''],
])('%s is split', (text, Firstname, Surname) => {
  expect(splitFullName(text)).toEqual({ Firstname, Surname, prefix: '', suffix: '' })
})

test.each([
  ['Dr. Ada Lovelace', 'Dr.', 'Ada', 'Lovelace', ''],
  ['Prof. Dr. Rosa von der Heide', 'Prof. Dr.', 'Rosa', 'von der Heide', ''],
  ['Dr. Who', 'Dr.', 'Who', '', ''],
  ['Martin King Jr.', '', 'Martin', 'King', 'Jr.'],
  ['Grace Hopper, PhD', '', 'Grace', 'Hopper', 'PhD'],
  ['John Stevenson Jr., M.D.', '', 'John', 'Stevenson', 'Jr., M.D.'],
  ['King, Martin, Jr.', '', 'Martin', 'King', 'Jr.'],
])('%s has a title or a suffix', (text, prefix, Firstname, Surname, suffix) => {
  expect(splitFullName(text)).toEqual({ Firstname, Surname, prefix, suffix })
})
