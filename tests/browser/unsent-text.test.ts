import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { button, expectShown, fill, pathOf, press, settled, signIn, withBrowser } from '../support/browser'

const { openPage } = withBrowser()

async function openForm(path = '/dashboard/AddBud') {
  const page = await openPage()
  await signIn(page)
  await page.goto('/dashboard/Today')
  await page.goto(path)
  await settled(page)
  return page
}

const follow = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click()
const name = (page: Page) => page.getByLabel('First name', { exact: true })

describe('with text that was not sent', () => {
  test.each(['a link', 'Back'])('%s asks first; Stay keeps the text and Leave goes on', async (way) => {
    const page = await openForm('/dashboard/AllCircles')
    await follow(page, 'Buds')
    await page.waitForURL(/dashboard$/)
    await follow(page, 'Add Bud')
    await page.waitForURL(/AddBud$/)
    await name(page).fill('Ada')
    const leave = () => (way === 'Back' ? page.evaluate(() => history.back()) : follow(page, 'Events'))
    await leave()
    await expectShown(page, 'What you typed on this screen is not saved.')
    await press(page, 'Stay')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(pathOf(page)).toBe('/dashboard/AddBud')
    expect(await name(page).inputValue()).toBe('Ada')
    await leave()
    await press(page, 'Leave')
    await page.waitForURL(way === 'Back' ? /dashboard$/ : /AllEvents$/)
  })

  test('closing the tab asks first', async () => {
    const page = await openForm()
    await name(page).fill('Ada')
    const asked = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.accept()
  })

  test.each(['/dashboard/AddCircle', '/dashboard/AddEvent'])('%s asks too', async (path) => {
    const page = await openForm(path)
    await fill(page, { Name: 'Crew' })
    await follow(page, 'Calendar')
    await button(page, 'Stay').waitFor()
    expect(pathOf(page)).toBe(path)
  })

  test('a refused form asks, until it is saved', async () => {
    const page = await openForm()
    await fill(page, { 'First name': ' ', Surname: 'Hopper' })
    await press(page, 'Submit')
    await expectShown(page, 'Please check one field')
    await follow(page, 'Events')
    await press(page, 'Stay')
    await fill(page, { 'First name': 'Grace' })
    await press(page, 'Submit')
    await page.waitForURL(/dashboard$/)
    await follow(page, 'Events')
    await page.waitForURL(/AllEvents$/)
  })
})

test('a form that nobody typed in asks nothing', async () => {
  const page = await openForm()
  await follow(page, 'Events')
  await page.waitForURL(/AllEvents$/)
})

describe('the messages of a refused form', () => {
  test('AddEvent says the specified sentence once, and at each field that it is missing', async () => {
    const page = await openForm('/dashboard/AddEvent')
    await press(page, 'Submit')
    await expectShown(page, 'Name is missing')
    const sentence = page.getByText('Please provide all required fields (Name, Location, and Event type)')
    expect(await sentence.count()).toBe(1)
    for (const label of ['Name', 'Location', 'Event type'])
      expect(await page.getByText(`${label} is missing`).isVisible()).toBe(true)
    expect(await page.locator('.toast').count()).toBe(0)
    await fill(page, { Name: 'Picnic' })
    await page.getByText('Name is missing').waitFor({ state: 'hidden' })
    expect(await page.getByLabel('Name', { exact: true }).getAttribute('aria-invalid')).toBeNull()
    expect(await page.getByText('Location is missing').isVisible()).toBe(true)
    await fill(page, { Name: ' ' })
    await press(page, 'Submit')
    await page.getByText('Name is missing').waitFor()
  })

  test('AddBud also says it in a toast', async () => {
    const page = await openForm()
    await press(page, 'Submit')
    await page.locator('.toast', { hasText: 'First name is required' }).waitFor()
  })
})
