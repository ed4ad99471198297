import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import {
  call,
  expectShown,
  fill,
  fillLogin,
  fillRegistration,
  pathOf,
  press,
  signIn,
  unfold,
  uniqueEmail,
  withBrowser,
} from '../support/browser'

const { openPage } = withBrowser()

/** Each width, with and without JavaScript. */
const settings = (['desktop', 'phone'] as const).flatMap((width) =>
  [true, false].map((javaScript) => ({ width, javaScript })),
)

async function register(page: Page, Email: string) {
  await page.goto('/')
  await page.getByRole('link', { name: 'Get Started Free' }).first().click()
  await fillRegistration(page, Email)
  await expectShown(page, 'Account created successfully. Please log in.')
}

async function login(page: Page, Email: string) {
  expect(pathOf(page)).toBe('/login')
  await fillLogin(page, Email)
  await expectShown(page, 'Login successful')
  await expectShown(page, 'No Buds Found')
}

async function choose(page: Page, javaScript: boolean, list: string, option: string) {
  if (javaScript) {
    const box = page.getByRole('combobox', { name: list })
    await box.fill(option)
    await box.press('Enter')
    return
  }
  const field = page.locator('.multi-select').filter({ hasText: list })
  await field.locator('summary').click()
  await field.getByLabel(option, { exact: true }).check()
}

async function addBud(page: Page, javaScript: boolean) {
  await page.getByRole('link', { name: 'Add Bud' }).first().click()
  await page.getByLabel('Bud type').selectOption('Work')
  await fill(page, { 'First name': 'Grace', Surname: 'Hopper' })
  await unfold(page)
  await choose(page, javaScript, 'Hobbies', 'Knitting')
  await press(page, 'Add custom field')
  await fill(page, { Name: 'Ship', Value: 'Hopper' })
  expect(await page.getByLabel('First name').inputValue()).toBe('Grace')
  await press(page, 'Submit')
  await expectShown(page, 'Bud added successfully')
  await expectShown(page, '1 Bud found')
}

async function find(page: Page) {
  for (const [text, found] of [
    ['admiral', 'No Buds Found'],
    ['hopp', '1 Bud found'],
  ] as const) {
    const search = page.locator('.list-search').getByRole('search')
    if (!(await search.isVisible())) await page.locator('summary[title="Search"]').click()
    await search.getByLabel('Search', { exact: true }).fill(text)
    await search.getByRole('button', { name: 'Search' }).click()
    await expectShown(page, found)
  }
}

async function change(page: Page) {
  await page.getByRole('link', { name: 'View / Edit' }).click()
  expect(await page.getByLabel('Surname').inputValue()).toBe('Hopper')
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Ship')
  expect(await page.getByText('Knitting').first().isVisible()).toBe(true)
  await page.getByLabel('Nickname').fill('Amazing Grace')
  await press(page, 'Submit')
  await expectShown(page, 'Bud edited successfully')
  await expectShown(page, 'Amazing Grace')
}

async function cancelDeletion(page: Page) {
  await press(page, 'Delete')
  await press(page, 'Cancel')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await expectShown(page, '1 Bud found')
}

async function remove(page: Page, noun: string, name: string) {
  await press(page, 'Delete')
  await expectShown(page, `Are you sure you want to delete ${name}?`)
  await press(page, 'Yes, Delete')
  await expectShown(page, `${noun} deleted successfully`)
  await expectShown(page, `No ${noun}s Found`)
}

async function chooseBoth(page: Page, javaScript: boolean) {
  const names = ['Grace Hopper', 'Ada Byron']
  if (!javaScript) {
    const field = page.locator('.multi-select')
    await field.locator('summary').click()
    for (const name of names) await field.getByLabel(name).check()
    return field.locator('summary').click()
  }
  const box = page.getByRole('combobox', { name: 'Buds' })
  for (const name of names) {
    await box.fill(name)
    await page.getByRole('option', { name }).waitFor()
    await box.press('Enter')
  }
}

/** Creates two buds with shared options. */
async function withTwoBuds(page: Page) {
  for (const [Firstname, Surname] of [
    ['Grace', 'Hopper'],
    ['Ada', 'Byron'],
  ]) {
    const shared = { hobbies: ['Chess'], preferences: ['Tea'] }
    await call(page, 'POST', '/api/v1/buds', { Firstname, Surname, ...shared })
  }
}

async function addCircle(page: Page, javaScript: boolean) {
  await page.goto('/dashboard/AllCircles')
  await expectShown(page, 'No Circles Found')
  await page.getByRole('link', { name: 'Add Circle' }).first().click()
  await page.getByLabel('Name', { exact: true }).fill('Pioneers')
  await expectShown(page, 'Add at least two buds to see shared hobbies')
  await chooseBoth(page, javaScript)
  if (javaScript) await expectShown(page, '2 in common')
  await page.getByLabel('Date').fill('1945-09-09')
  await page.getByLabel('Description').nth(1).fill('The first bug')
  await press(page, 'Add milestone')
  await expectShown(page, '2 in common')
  await page.getByLabel('Description').nth(2).fill('The second one')
  await press(page, 'Submit')
  await expectShown(page, 'Circle added successfully')
  await expectShown(page, '1 Circle found')
  await expectShown(page, 'Grace Hopper')
}

async function changeCircle(page: Page) {
  await page.getByRole('link', { name: 'View / Edit' }).click()
  expect(await page.getByLabel('Date').first().inputValue()).toBe('1945-09-09')
  await press(page, 'Remove milestone 2')
  expect(await page.getByLabel('Date').count()).toBe(1)
  await page.getByLabel('Short name').fill('First')
  await press(page, 'Submit')
  await expectShown(page, 'Circle edited successfully')
}

async function addEvent(page: Page, javaScript: boolean) {
  await page.goto(
    '/dashboard/AddEvent?startDate=2026-03-29T01:30&endDate=2026-03-29T02:30&returnTo=/dashboard/calendar',
  )
  await expectShown(page, '(from calendar)')
  await fill(page, { Name: 'Night watch', Location: 'Greenwich' })
  await page.getByLabel('Event type').selectOption('Colleagues')
  await chooseBoth(page, javaScript)
  await press(page, 'Submit')
  await expectShown(page, 'Event added successfully')
  expect(pathOf(page)).toBe('/dashboard/calendar')
  await page.goto('/dashboard/AllEvents?when=past')
  await expectShown(page, '1 Event found')
  await expectShown(page, '2026-03-29 01:30')
}

async function changeProfile(page: Page) {
  await page.goto('/dashboard/profile')
  await page.getByLabel('First name').fill('Augusta')
  await press(page, 'Submit')
  await expectShown(page, 'Profile updated successfully')
}

async function logout(page: Page) {
  await page.getByRole('button', { name: 'Augusta' }).click()
  await press(page, 'Logout')
  await expectShown(page, 'Logged out successfully')
  expect(pathOf(page)).toBe('/')
  await page.goto('/dashboard')
  expect(pathOf(page)).toBe('/')
}

describe.each(settings)('at $width width, JavaScript: $javaScript', (setting) => {
  test('a person registers, logs in, adds, finds, changes and deletes a bud, and logs out', async () => {
    const page = await openPage(setting)
    const Email = uniqueEmail()
    await register(page, Email)
    await login(page, Email)
    await addBud(page, setting.javaScript)
    await find(page)
    await change(page)
    await cancelDeletion(page)
    await remove(page, 'Bud', 'Grace Hopper')
    await changeProfile(page)
    await logout(page)
  })

  test('a person creates a circle and an event with buds, and deletes both', async () => {
    const page = await openPage(setting)
    await signIn(page)
    await withTwoBuds(page)
    await addCircle(page, setting.javaScript)
    await changeCircle(page)
    await addEvent(page, setting.javaScript)
    await remove(page, 'Event', 'Night watch')
    await page.goto('/dashboard/AllCircles')
    await remove(page, 'Circle', 'Pioneers')
  })
})
