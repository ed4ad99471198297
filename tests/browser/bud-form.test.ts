import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import {
  button,
  call,
  expectShown,
  fill,
  hasFocus,
  pathOf,
  press,
  settled,
  signIn,
  withBrowser,
} from '../support/browser'

const { openPage, openAsAdmin } = withBrowser()

const budsOf = async (page: Page) => (await call(page, 'GET', '/api/v1/buds')).buds
const firstName = (page: Page) => page.getByLabel('First name', { exact: true })
const summaryOf = (page: Page, title: string) => page.locator('.folded > summary', { hasText: title })
const isOpen = (page: Page, title: string) =>
  page.locator('details.folded', { has: page.locator('> summary', { hasText: title }) }).getAttribute('open')

const sections = [
  'More personal details',
  'Contact',
  'Dates',
  'Professional Details',
  'Relationship',
  'Additional Information',
]

test.each([
  ['desktop', 800],
  ['phone', 1_100],
] as const)(
  'on a %s AddBud has at most 10 fields and is at most %d px high before its sections are opened',
  async (width, height) => {
    // An admin has no banner of the trial.
    const page = await openAsAdmin('/dashboard/AddBud', { width })
    const fields = page.locator('.form-page :is(input, select, textarea):not([type=hidden])')
    const names = await fields.evaluateAll((all) =>
      all.filter((one) => one.checkVisibility()).map((one) => one.id),
    )
    expect(names.length).toBeGreaterThan(5)
    expect(names.length).toBeLessThanOrEqual(10)
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(height)
    for (const title of sections) expect(await isOpen(page, title), title).toBeNull()
  },
)

test('AddBud opens with the focus in the first name, by its URL and by the link of the list', async () => {
  const page = await openPage()
  await signIn(page)
  await page.goto('/dashboard/AddBud')
  expect(await hasFocus(firstName(page))).toBe(true)
  await page.goto('/dashboard')
  await settled(page)
  await page.getByRole('link', { name: 'Add Bud' }).first().click()
  await page.waitForURL(/AddBud$/)
  await expect.poll(() => hasFocus(firstName(page))).toBe(true)
})

const withDates = [
  { label: 'Anniversary', year: 1999, month: 5, day: 4 },
  { label: 'Birthday', year: null, month: 2, day: 29 },
]

test('EditBud shows the birthday first, opens the sections with content, and keeps the order of the dates', async () => {
  const page = await openPage()
  await signIn(page)
  const { bud } = await call(page, 'POST', '/api/v1/buds', {
    Firstname: 'Ada',
    Nickname: 'Countess',
    dates: withDates,
    phones: [{ label: '', value: '1' }],
  })
  await page.goto(`/dashboard/EditBud/${bud._id}`)
  const birthday = page.getByRole('group', { name: 'Birthday', exact: true })
  expect(await birthday.getByLabel('Day').inputValue()).toBe('29')
  const open = sections.map(async (title) => (await isOpen(page, title)) !== null)
  expect(await Promise.all(open)).toEqual([true, false, true, false, false, false])
  await birthday.getByLabel('Year').fill('1816')
  await press(page, 'Submit')
  await expectShown(page, 'Bud edited successfully')
  expect((await budsOf(page))[0]).toMatchObject({ dates: [withDates[0], { ...withDates[1], year: 1816 }] })
})

test('beside the label of a first row stands its value, as it is typed above', async () => {
  const page = await openPage()
  await signIn(page)
  await page.goto('/dashboard/AddBud')
  await settled(page)
  await fill(page, { Email: 'ada@engine.example' })
  await page.getByLabel('Month').first().selectOption('December')
  await page.getByLabel('Day').first().fill('10')
  for (const title of ['Contact', 'Dates']) await summaryOf(page, title).click()
  await expectShown(page, 'Email\nada@engine.example')
  await expectShown(page, 'Birthday\n10 December')
  await expectShown(page, 'Phone\nnone yet')
})

describe.each([true, false])('with JavaScript: %s', (javaScript) => {
  test('a second phone and another date are added in the sections of their kinds', async () => {
    const page = await openPage({ javaScript })
    await signIn(page)
    await page.goto('/dashboard/AddBud')
    await fill(page, { 'First name': 'Ada' })
    await summaryOf(page, 'Contact').click()
    await press(page, 'Add phone')
    await page.locator('#phones').getByLabel('Phone', { exact: true }).fill('+44 20 7946 0001')
    await summaryOf(page, 'Dates').click()
    await press(page, 'Add date')
    const row = page.locator('#dates > li').last()
    await row.getByLabel('Day').fill('4')
    await row.getByLabel('Month').selectOption('May')
    await row.getByLabel('Label', { exact: true }).fill('Name day')
    await press(page, 'Submit')
    await expectShown(page, 'Bud added successfully')
    expect((await budsOf(page))[0]).toMatchObject({
      phones: [{ label: '', value: '+44 20 7946 0001' }],
      dates: [{ label: 'Name day', year: null, month: 5, day: 4 }],
    })
  })

  test('an error opens the section of its field, and its link leads there', async () => {
    const page = await openPage({ javaScript })
    await signIn(page)
    await page.goto('/dashboard/AddBud')
    await fill(page, { 'First name': 'Ada' })
    await summaryOf(page, 'Contact').click()
    await press(page, 'Add link')
    await fill(page, { Link: 'mailto:x' })
    await summaryOf(page, 'Contact').click()
    await press(page, 'Submit')
    await expectShown(page, 'Please check one field')
    await page.locator('.error-summary a').click()
    await expect.poll(() => hasFocus(page.getByLabel('Link', { exact: true }))).toBe(true)
    expect(await isOpen(page, 'Dates')).toBeNull()
  })

  test("'Submit and add another' adds the bud and opens an empty form", async () => {
    const page = await openPage({ javaScript })
    await signIn(page)
    await page.goto('/dashboard/AddBud')
    for (const Firstname of ['Ada', 'Bo']) {
      expect(await firstName(page).inputValue()).toBe('')
      await expect.poll(() => hasFocus(firstName(page))).toBe(true)
      await page.keyboard.type(Firstname)
      await press(page, 'Submit and add another')
      await page.waitForURL(/AddBud\?added=/)
      await expectShown(page, 'Bud added successfully')
      await expect.poll(() => firstName(page).inputValue()).toBe('')
      await expect.poll(async () => (await budsOf(page))[0].Firstname).toBe(Firstname)
    }
    expect(await budsOf(page)).toHaveLength(2)
    await page.goto(`/dashboard/EditBud/${(await budsOf(page))[0]._id}`)
    expect(await button(page, 'Submit and add another').count()).toBe(0)
  })

  test("'set one' opens the rhythm in place", async () => {
    const page = await openPage({ javaScript })
    await signIn(page)
    const { bud } = await call(page, 'POST', '/api/v1/buds', { Firstname: 'Ada' })
    await page.goto(`/dashboard/Bud/${bud._id}`)
    await page.getByRole('link', { name: 'set one' }).click()
    await page.waitForURL(/edit=cadence/)
    await page.getByLabel('Keep in touch every (days)').fill('14')
    await press(page, 'Submit')
    await expectShown(page, 'Bud edited successfully')
    await expectShown(page, '14 days')
    expect(pathOf(page)).toBe(`/dashboard/Bud/${bud._id}`)
  })
})

test('the rhythm is set by a button, and unset by it', async () => {
  const page = await openPage()
  await signIn(page)
  await page.goto('/dashboard/AddBud')
  await settled(page)
  await fill(page, { 'First name': 'Ada' })
  const days = page.getByLabel('Keep in touch every (days)')
  await press(page, 'Month')
  expect(await days.inputValue()).toBe('30')
  expect(await button(page, 'Month').getAttribute('aria-pressed')).toBe('true')
  await press(page, 'Month')
  expect(await days.inputValue()).toBe('')
  await days.fill('90')
  expect(await button(page, 'Quarter').getAttribute('aria-pressed')).toBe('true')
  await press(page, 'Submit')
  await expectShown(page, 'Bud added successfully')
  expect((await budsOf(page))[0]).toMatchObject({ cadenceDays: 90 })
})

describe.each([true, false])("'Add names' with JavaScript: %s", (javaScript) => {
  test('adds five people on one page, in six presses', async () => {
    const page = await openPage({ javaScript })
    await signIn(page)
    await call(page, 'POST', '/api/v1/buds', { Firstname: 'Zoe' })
    await page.goto('/dashboard')
    await page.locator('summary', { hasText: 'Add names' }).click()
    const names = page.getByLabel('Names', { exact: true })
    if (javaScript) await expect.poll(() => hasFocus(names)).toBe(true)
    else await names.focus()
    for (const name of ['Ada Lovelace', 'Bo', 'Cem', 'Dora']) {
      await page.keyboard.type(name)
      await page.keyboard.press('Enter')
    }
    await page.keyboard.type('Eve')
    await press(page, 'Add names')
    await expectShown(page, '5 buds added successfully')
    await expectShown(page, '6 Buds found')
    expect(pathOf(page)).toBe('/dashboard')
    expect(await names.isVisible()).toBe(false)
    expect(await names.inputValue()).toBe('')
    await press(page, 'Undo')
    await expectShown(page, '1 Bud found')
  })

  test('is open while the list is empty, and shows refused names as typed', async () => {
    const page = await openPage({ javaScript })
    await signIn(page)
    await page.goto('/dashboard')
    const names = `Bo\n${'x'.repeat(101)}`
    await page.getByLabel('Names', { exact: true }).fill(names)
    await press(page, 'Add names')
    await expectShown(page, 'First name must be at most 100 characters')
    expect(await page.getByLabel('Names', { exact: true }).inputValue()).toBe(names)
    expect(await budsOf(page)).toEqual([])
  })
})

test("'Add …' of the search fills in a form that is open already", async () => {
  const page = await openPage()
  await signIn(page)
  await page.goto('/dashboard/AddBud')
  const search = page.getByRole('combobox', { name: 'Find' })
  const add = async (name: string) => {
    await search.waitFor()
    await page.keyboard.press('Control+k')
    await expect.poll(() => hasFocus(search)).toBe(true)
    await page.keyboard.type(name)
    await page.getByRole('option', { name: `Add '${name}'` }).click()
  }
  for (const name of ['Zelda', 'Quentin']) {
    await add(name)
    await expect.poll(() => firstName(page).inputValue()).toBe(name)
  }
  await firstName(page).fill('Typed')
  await add('Xenia')
  await press(page, 'Stay')
  expect(await firstName(page).inputValue()).toBe('Typed')
})
