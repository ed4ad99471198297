import { expect, test } from 'vitest'
import { button, call, expectShown, pathOf, press, settled, signIn, withBrowser } from '../support/browser'

const { openPage } = withBrowser()
type Page = Awaited<ReturnType<typeof openPage>>

async function planDinner(page: Page) {
  await signIn(page)
  const selectedBuds = []
  for (const Firstname of ['Ada', 'Cem'])
    selectedBuds.push((await call(page, 'POST', '/api/v1/buds', { Firstname })).bud._id)
  const times = { startDate: '2099-05-02T19:00', endDate: '2099-05-02T22:00' }
  const event = { Name: 'Dinner', Location: 'Here', Eventtype: 'Social', ...times, selectedBuds }
  return (await call(page, 'POST', '/api/v1/events', event)).event._id as string
}

test('new links are copied with their messages by one press, and leaving before asks first', async () => {
  const page = await openPage()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/dashboard/EventGuests/${await planDinner(page)}`)
  await settled(page)
  await press(page, 'Make links')
  const buds = page.getByRole('link', { name: 'Buds', exact: true }).first()
  await page.getByText('2 new links').waitFor()
  // A load that ends closes the question.
  await expect.poll(() => button(page, 'Make links').isEnabled()).toBe(true)
  await buds.click()
  await expectShown(page, 'The new links are shown only now.')
  await press(page, 'Stay')
  expect(pathOf(page)).toContain('/dashboard/EventGuests/')

  await press(page, 'Copy all')
  await expectShown(page, 'Messages copied to clipboard')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied.match(/\/rsvp\/[\w-]{43}/g)).toHaveLength(2)
  expect(copied).toContain('Dinner: Saturday, 2 May 2099, 19:00 to 22:00, Here')
  await buds.click()
  await page.waitForURL(/\/dashboard$/)
})

test('after No, only the note remains, without JavaScript too', async () => {
  const owner = await openPage()
  const { links } = await call(owner, 'POST', `/api/v1/events/${await planDinner(owner)}/guests`)
  const page = await openPage({ javaScript: false, width: 'phone' })
  await page.goto(new URL(links[0].url).pathname)
  const brings = page.getByLabel('People you bring')
  const vegan = page.getByLabel('Vegan')
  await page.getByLabel('Yes').check()
  await page.locator('summary', { hasText: 'Allergies and diet' }).click()
  await vegan.check()
  await page.getByLabel('No', { exact: true }).check()
  await Promise.all([brings, vegan].map((field) => field.waitFor({ state: 'hidden' })))
  await page.getByLabel('Note').fill('Next time')
  await press(page, 'Send answer')
  await expectShown(page, 'Next time')
})
