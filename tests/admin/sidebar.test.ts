import { describe, expect, test } from 'vitest'
import { visibleText } from '../support/client'
import { signedIn } from '../support/factories'

const adminLinks = ['/dashboard/Admin', '/dashboard/blog']

describe('the sidebar', () => {
  test('shows an admin the links Admin and Blog', async () => {
    const page = await (await signedIn({ traits: ['admin'] })).visit('/dashboard')
    for (const link of adminLinks) expect(page.text).toContain(`href="${link}"`)
    expect(visibleText(page)).toContain('Calendar Admin Blog')
  })

  test.each([[[]], [['test']], [['testAccount']], [['demo']]] as const)(
    'does not show them to a user with %j',
    async (traits) => {
      const page = await (await signedIn({ traits: [...traits] })).visit('/dashboard')
      for (const link of adminLinks) expect(page.text).not.toContain(link)
    },
  )
})
