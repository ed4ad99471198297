import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { PasswordStrength } from '~/accounts/PasswordStrength'

afterEach(cleanup)

test.each([
  ['', ''],
  ['abc', 'Weak'],
  ['abcdefG1', 'Medium'],
  ['abcdeG1!', 'Strong'],
])('the strength of %j is %j', (password, label) => {
  render(<PasswordStrength password={password} />)
  expect(screen.getByRole('status').textContent).toBe(label)
})

test('the checklist marks the rules that are met', () => {
  render(<PasswordStrength password="abcdefgh" />)
  const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(items).toEqual(['At least 8 characters, met', 'Contains uppercase letter', 'Contains number'])
})
