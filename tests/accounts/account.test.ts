import { expect, test } from 'vitest'
import { passwordChecklist, passwordStrength } from '~/accounts/account'

test.each([
  ['', 0, 'Weak'],
  ['abc', 1, 'Weak'],
  ['abcABC', 2, 'Weak'],
  ['abcdefgh', 2, 'Weak'],
  ['abcdefgH', 3, 'Medium'],
  ['abcdefg1', 3, 'Medium'],
  ['abcdefghijkl', 3, 'Medium'],
  ['abcdefG1', 4, 'Medium'],
  ['abcdeG1!', 5, 'Strong'],
  ['abcdefghijG1', 5, 'Strong'],
  ['abcdefghijG1!', 6, 'Strong'],
  ['ABC1!', 3, 'Medium'],
  ['abcdefgh?', 2, 'Weak'],
])('the strength of %j is %d points: %s', (password, score, label) => {
  expect(passwordStrength(password)).toEqual({ score, label })
})

test.each([...'!@#$%^&*'])('%s counts as a special character', (character) => {
  expect(passwordStrength(character).score).toBe(1)
})

test('the checklist has three rules', () => {
  const metBy = (password: string) => passwordChecklist.map((rule) => rule.isMet(password))
  expect(metBy('abc')).toEqual([false, false, false])
  expect(metBy('abcdefgh')).toEqual([true, false, false])
  expect(metBy('A')).toEqual([false, true, false])
  expect(metBy('1')).toEqual([false, false, true])
})
