import { expect, test } from 'vitest'
import { press, signIn, withBrowser } from '../support/browser'

const { openPage } = withBrowser()

test('an error of the token form has a line of its own, above fields that stay side by side', async () => {
  const page = await openPage()
  await signIn(page)
  await page.goto('/dashboard/developers')
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const tops = async () =>
    Promise.all(['Name', 'Expiry'].map(async (label) => (await field(label).boundingBox())?.y))
  const [name, expiry] = await tops()
  expect(name).toBe(expiry)
  await field('Name').fill(' ')
  await press(page, 'Make a token')
  await page.getByText('Please check one field').waitFor()
  const [nameAfter, expiryAfter] = await tops()
  expect(nameAfter).toBe(expiryAfter)
})
