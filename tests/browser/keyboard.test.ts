import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  call,
  expectShown,
  focusedText,
  hasFocus,
  settled,
  signIn,
  signInAsAdmin,
  withBrowser,
} from '../support/browser'

const { openPage, openAsAdmin } = withBrowser()

/** The positions of the controls at which Tab stops, until the focus leaves the page or returns to the first. */
async function tabStops(page: Page, key: 'Tab' | 'Shift+Tab') {
  const stops: (number | string)[] = []
  for (let presses = 0; presses < 200; presses++) {
    await page.keyboard.press(key)
    const stop = await page.evaluate(focusedControl)
    if (stop === undefined || (stops.length > 1 && stop === stops[0])) return stops
    // A date input has a stop for each of its parts.
    if (stop !== stops.at(-1)) stops.push(stop)
  }
  throw new Error(`${key} does not leave the page: ${stops.join(' ')}`)
}

/** The position of the focused control, or its HTML if it should not be reachable. */
function focusedControl() {
  const focused = document.activeElement
  if (!focused || focused === document.body) return undefined
  const all = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')]
  const reached = all.filter(
    (one) =>
      // A group of radio buttons has one stop.
      one.tabIndex >= 0 &&
      !one.matches(':disabled, [type=radio]:not(:checked)') &&
      one.checkVisibility({ visibilityProperty: true }),
  )
  const place = reached.indexOf(focused as HTMLElement)
  return place < 0 ? focused.outerHTML.slice(0, 120) : place
}

/** Checks that Tab stops at each control once in page order, and Shift+Tab in reverse order. */
async function expectAllTabStops(page: Page) {
  await settled(page)
  const forth = await tabStops(page, 'Tab')
  expect(forth.length).toBeGreaterThan(5)
  // A form begins with the focus in its first field.
  const [first, last] = [Number(forth[0]), Number(forth.at(-1))]
  expect(forth).toEqual(forth.map((_, n) => n + first))
  const back = await tabStops(page, 'Shift+Tab')
  expect(back).toEqual(Array.from({ length: last + 1 }, (_, n) => last - n))
}

test.each([
  '/login',
  '/contact',
  '/dashboard',
  '/dashboard/AddEvent',
  '/dashboard/Calendar',
  '/dashboard/Find?q=e',
  '/dashboard/profile',
  '/dashboard/Admin',
  '/dashboard/Admin?tab=settings',
  '/dashboard/blog/new',
])('Tab stops once at each control of %s and leaves the page, and Shift+Tab goes back', async (path) => {
  const page = await openPage()
  if (path.startsWith('/dashboard')) await signInAsAdmin(page)
  await page.goto(path)
  await expectAllTabStops(page)
})

test('Tab reaches each control of a form with selected options', async () => {
  const page = await openPage()
  await signInAsAdmin(page)
  const { bud } = await call(page, 'POST', '/api/v1/buds', {
    Firstname: 'Grace',
    hobbies: ['Chess', 'Reading', 'Yoga'],
    customFields: [{ name: 'Ship', value: 'Hopper' }],
  })
  const { circle } = await call(page, 'POST', '/api/v1/circles', {
    Name: 'Crew',
    selectedBuds: [bud._id],
    milestones: [{ date: '2026-11-20', description: 'First meeting' }],
  })
  for (const path of [`EditBud/${bud._id}`, `EditCircle/${circle._id}`]) {
    await page.goto(`/dashboard/${path}`)
    await page.getByRole('combobox').last().waitFor()
    await expectAllTabStops(page)
  }
})

test('Escape closes the user menu and returns the focus, and Tab out of the menu closes it', async () => {
  const page = await openAsAdmin('/dashboard/AddBud')
  const opener = page.locator('.user-opener')
  await opener.press('Enter')
  for (const item of ['Profile', 'History', 'Review', 'Logout']) {
    await page.keyboard.press('Tab')
    expect(await focusedText(page)).toBe(item)
  }
  await page.keyboard.press('Escape')
  expect(await page.locator('#user-menu').isVisible()).toBe(false)
  expect(await hasFocus(opener)).toBe(true)

  await opener.press('Enter')
  for (const _ of ['Profile', 'History', 'Review', 'Logout', 'Today']) await page.keyboard.press('Tab')
  expect(await focusedText(page)).toBe('Today')
  expect(await page.locator('#user-menu').isVisible()).toBe(false)
})

test.each([true, false])(
  'the profile switches the key / off and on again, saved with JavaScript: %s',
  async (javaScript) => {
    const form = await openPage({ javaScript })
    await signIn(form)
    await form.goto('/dashboard/profile')
    await settled(form)
    const page = javaScript ? form : await openPage()
    const field = page.getByRole('combobox', { name: 'Find' })
    const profileField = form.getByLabel('Surname')

    /** Whether the key moves the focus to the field, and whether the field has a hint at the key. */
    async function keyOf() {
      if (!javaScript) {
        await page.context().addCookies(await form.context().cookies())
        await page.goto('/dashboard')
        await settled(page)
      }
      await page.locator('#main').focus()
      await page.keyboard.press('/')
      const hint = await page.locator('.find-key').count()
      return { works: await hasFocus(field), hint, announced: await field.getAttribute('aria-keyshortcuts') }
    }
    async function save(isOn: boolean) {
      await profileField.fill('Typed')
      await form.getByLabel('Press / to find').setChecked(isOn)
      const keyboard = form.locator('.card', { has: form.getByLabel('Press / to find') })
      await keyboard.getByRole('button', { name: 'Save' }).click()
      await expectShown(form, 'Keyboard settings updated successfully')
      // A document request would discard it.
      expect(await profileField.inputValue()).toBe(javaScript ? 'Typed' : 'Lovelace')
      expect(await form.getByLabel('Press / to find').isChecked()).toBe(isOn)
    }

    expect(await keyOf()).toEqual({ works: true, hint: 1, announced: '/ Control+K' })
    await save(false)
    await expect.poll(keyOf).toEqual({ works: false, hint: 0, announced: null })
    await form.reload()
    expect(await keyOf()).toEqual({ works: false, hint: 0, announced: null })
    await save(true)
    await expect.poll(keyOf).toEqual({ works: true, hint: 1, announced: '/ Control+K' })
  },
)
