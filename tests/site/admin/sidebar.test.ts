import { expect, test } from 'vitest'
import { visibleText } from '../../support/client'
import { signedIn } from '../../support/factories'

test('the sidebar shows the links Admin and Blog to admins only', async () => {
  const links = ['/dashboard/Admin', '/dashboard/blog']
  const page = await (await signedIn({ traits: ['admin'] })).visit('/dashboard')
  for (const link of links) expect(page.text).toContain(`href="${link}"`)
  expect(visibleText(page)).toContain('Calendar Admin Blog')
  for (const traits of [[], ['testRole'], ['testAccount'], ['demo']] as const) {
    const { text } = await (await signedIn({ traits: [...traits] })).visit('/dashboard')
    for (const link of links) expect(text).not.toContain(link)
  }
})
