import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { PasswordStrength } from '~/account/accounts/password-strength'

afterEach(cleanup)

test.each<[string, number, string]>([
  ['', 0, ''],
  ['abc', 1, 'Weak'],
  ['abcABC', 2, 'Weak'],
  ['abcdefgh', 2, 'Weak'],
  ['abcdefgh?', 2, 'Weak'],
  ['abcdefgH', 3, 'Medium'],
  ['abcdefg1', 3, 'Medium'],
  ['abcdefghijkl', 3, 'Medium'],
  ['ABC1!', 3, 'Medium'],
  ['abcdefG1', 4, 'Medium'],
  ['abcdeG1!', 5, 'Strong'],
  ['abcdefghijG1', 5, 'Strong'],
  ['abcdefghijG1!', 6, 'Strong'],
  ...[...'!@#$%^&*'].map((special): [string, number, string] => [special, 1, 'Weak']),
])('the strength of %j is %d points: %s', (password, score, label) => {
  render(<PasswordStrength password={password} />)
  expect(screen.getByLabelText('Password strength').getAttribute('value')).toBe(String(score))
  expect(screen.getByRole('status').textContent).toBe(label)
})

test.each<[string, string[]]>([
  ['abc', []],
  ['abcdefgh', ['At least 8 characters']],
  ['A', ['Contains uppercase letter']],
  ['1', ['Contains number']],
])('the checklist marks the rules that %j meets', (password, met) => {
  render(<PasswordStrength password={password} />)
  const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  const rules = ['At least 8 characters', 'Contains uppercase letter', 'Contains number']
  expect(items).toEqual(rules.map((rule) => (met.includes(rule) ? `${rule}, met` : rule)))
})
