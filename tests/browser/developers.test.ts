import { expect, test } from 'vitest'
import { signIn, withBrowser } from '../support/browser'

const { openPage } = withBrowser()

test('an error of the token form has a line of its own, above fields that stay side by side', async () => {
  const page = await openPage()
  await signIn(page)
  await page.goto('/dashboard/developers')
  await page.locator('summary', { hasText: /^New token$/ }).click()
  const form = page.locator('form#token')
  const field = (label: string) => form.getByLabel(label, { exact: true })
  const tops = async () =>
    Promise.all(['Name', 'Expiry'].map(async (label) => (await field(label).boundingBox())?.y))
  const [name, expiry] = await tops()
  expect(name).toBe(expiry)
  await field('Name').fill(' ')
  await form.getByRole('button', { name: 'Make a token' }).click()
  await page.getByText('Please check one field').waitFor()
  const [nameAfter, expiryAfter] = await tops()
  expect(nameAfter).toBe(expiryAfter)
})
