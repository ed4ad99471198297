import { expect, test } from 'vitest'
import { areSimilar, wordsOf } from '~/duplicates/similar-names'

const compare = (one: string, other: string) => {
  const [words, others] = [one, other].map((name) => wordsOf({ Firstname: name, Surname: '' }))
  return [areSimilar(words ?? [], others ?? []), areSimilar(others ?? [], words ?? [])]
}

test.each([
  ['José Núñez', 'JOSE NUNEZ'],
  ['Lovelace Ada', 'Ada Lovelace'],
  ['Liz Taylor', 'Elizabeth Taylor'],
  ['Liz', 'Elizabeth'],
  ['Bob Smith', 'Smith, Robert'],
  ['Ada Byron Lovelace', 'Ada Lovelace'],
  ['A. Lovelace', 'Ada Lovelace'],
  ['Ada Lovelace', 'Ada Lovelcae'],
  ['Ada Lovelace', 'Ada Lovelac'],
  ['Ada Featherstonehaugh', 'Ada Fetherstonehaugth'],
  ['Sinéad O’Brien', 'Sinead OBrien'],
])('%s and %s are similar', (one, other) => {
  expect(compare(one, other)).toEqual([true, true])
})

test.each([
  ['Ada Lovelace', 'Grace Hopper'],
  ['Ada Lovelace', 'Ada King'],
  ['Ada Lovelace', 'Ada'],
  ['Jan King', 'Jon King'],
  ['Anna Smith', 'Bert Smith'],
  ['Ada Lovelace', 'Ida Lovelcae'],
  ['Ada Lovelace', 'Ada Loveland'],
  ['Charles Smith', 'Charlotte Smith'],
])('%s and %s are not similar', (one, other) => {
  expect(compare(one, other)).toEqual([false, false])
})
