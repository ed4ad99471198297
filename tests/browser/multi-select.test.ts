import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { account, call, type Setting, themes, unfold, withBrowser } from '../support/browser'
import { controlsWithoutVisibleFocus, countContrasting, takePixels } from '../support/focus'

const { openPage } = withBrowser()

const signIn = account(async (page) => {
  for (const Firstname of ['Ada', 'Bob', 'Cem', 'Dora']) {
    await call(page, 'POST', '/api/v1/buds', { Firstname })
  }
})

async function openForm(path: string, setting: Setting = {}) {
  const page = await openPage(setting)
  await signIn(page)
  await page.goto(path)
  if (path.endsWith('AddBud')) await unfold(page)
  return page
}

async function findBox(page: Page, label: string) {
  const box = page.getByRole('combobox', { name: label })
  await box.waitFor()
  const field = page.locator('.multi-select', { has: box })
  return {
    box,
    options: field.getByRole('option'),
    isOpen: async () => (await box.getAttribute('aria-expanded')) === 'true',
    chips: () => field.locator('.select__multi-value__label').allTextContents(),
    sent: async () => JSON.parse(await field.locator('input[type=hidden]').inputValue()) as string[],
    focusDistance: () => box.evaluate(distanceToFocus),
  }
}

/** Number of tab stops from this control to the focused one: 0 here, 1 at the next, -1 at the previous. */
function distanceToFocus(control: Element) {
  const controls = [...document.querySelectorAll<HTMLElement>('a, button, input, select, textarea, summary')]
  const reached = controls.filter((one) => one.checkVisibility() && one.tabIndex >= 0)
  return reached.indexOf(document.activeElement as HTMLElement) - reached.indexOf(control as HTMLElement)
}

test.each([
  ['/dashboard/AddBud', 'Hobbies'],
  ['/dashboard/AddBud', 'Origination'],
  ['/dashboard/AddCircle', 'Buds'],
])(
  'on %s the multi-select %s keeps the options chosen by Enter or clicks when Tab leaves it',
  async (path, label) => {
    const page = await openForm(path)
    const { box, options, isOpen, chips, sent, focusDistance } = await findBox(page, label)
    const { keyboard } = page
    await box.press('ArrowDown')
    const [first, second] = await texts(options)
    await keyboard.press('Enter')
    await keyboard.press('Enter')
    expect(await isOpen()).toBe(true)
    await keyboard.press('Tab')
    expect(await chips()).toEqual([first, second])
    expect(await sent()).toHaveLength(2)
    expect(await isOpen()).toBe(false)
    expect(await focusDistance()).toBe(1)

    await keyboard.press('Shift+Tab')
    expect(await focusDistance()).toBe(0)
    await keyboard.press('ArrowDown')
    expect(await isOpen()).toBe(true)
    await keyboard.press('Escape')
    expect(await isOpen()).toBe(false)
    expect(await focusDistance()).toBe(0)
    await keyboard.press('ArrowDown')
    await keyboard.press('Shift+Tab')
    expect(await isOpen()).toBe(false)
    expect(await focusDistance()).toBe(-1)

    await keyboard.press('Tab')
    await keyboard.press('Backspace')
    expect(await chips()).toEqual([first])
    await keyboard.press('ArrowLeft')
    await keyboard.press('Delete')
    expect(await chips()).toEqual([])
    expect(await sent()).toEqual([])
    expect(await focusDistance()).toBe(0)

    await box.click()
    const [one, , third] = await texts(options)
    await options.nth(2).click()
    await options.nth(0).click()
    expect(await isOpen()).toBe(true)
    await options.nth(0).hover()
    await keyboard.press('Tab')
    expect(await chips()).toEqual([third, one])
    expect(await isOpen()).toBe(false)
    expect(await focusDistance()).toBe(1)

    await page.getByRole('button', { name: `Remove ${third}` }).click()
    expect(await chips()).toEqual([one])
    expect(await sent()).toHaveLength(1)
  },
)

test('a touch screen keeps the focus in the box after a choice', async () => {
  const page = await openForm('/dashboard/AddBud', { hasTouch: true })
  const { box, isOpen, chips, focusDistance } = await findBox(page, 'Hobbies')
  await box.press('ArrowDown')
  await page.keyboard.press('Enter')
  expect(await chips()).toHaveLength(1)
  expect(await isOpen()).toBe(true)
  expect(await focusDistance()).toBe(0)
})

describe.each(themes)('in the %s theme', (theme) => {
  test('the arrow keys highlight the current option and the current chip', async () => {
    const page = await openForm('/dashboard/AddBud', { theme })
    const { box, options } = await findBox(page, 'Hobbies')
    await box.press('ArrowDown')
    await options.first().waitFor()
    await page.keyboard.press('Enter')
    const open = await takePixels(page)
    await page.keyboard.press('ArrowDown')
    expect(countContrasting(open, await takePixels(page))).toBeGreaterThan(await border(options.nth(1)))

    await page.keyboard.press('Escape')
    const closed = await takePixels(page)
    await page.keyboard.press('ArrowLeft')
    const chip = page.locator('.select__multi-value')
    expect(countContrasting(closed, await takePixels(page))).toBeGreaterThan(await border(chip))
  })

  test('without JavaScript the focus is visible on the closed box and on its checkboxes', async () => {
    const page = await openPage({ theme, javaScript: false })
    await signIn(page)
    for (const path of ['/dashboard/AddBud', '/dashboard/AddCircle']) {
      await page.goto(path)
      if (path.endsWith('AddBud')) await unfold(page)
      await page.locator('.multi-select summary').first().click()
      expect(await controlsWithoutVisibleFocus(page), path).toEqual([])
    }
  })
})

/** The number of pixels of a border of 1 px around an element. */
async function border(locator: Locator) {
  const { width = 0, height = 0 } = (await locator.boundingBox()) ?? {}
  return 2 * (width + height)
}

/** The texts of the options, without their notes and faces. */
async function texts(options: Locator) {
  await options.nth(2).waitFor()
  return options.evaluateAll((all) =>
    all.map((option) => {
      const copy = option.cloneNode(true) as Element
      for (const part of copy.querySelectorAll('small, [aria-hidden]')) part.remove()
      return copy.textContent
    }),
  )
}

test('the page is scrolled to an opened list at once, so that it does not move under the next click', async () => {
  const page = await openForm('/dashboard/AddBud', { width: 'phone', motion: true })
  const { box, isOpen } = await findBox(page, 'Hobbies')
  await box.evaluate((it) => it.scrollIntoView({ block: 'end', behavior: 'instant' }))
  const before = await page.evaluate(() => scrollY)
  await box.press('ArrowDown')
  expect(await isOpen()).toBe(true)
  const positions = await page.evaluate(async () => {
    const all = [scrollY]
    for (let frame = 0; frame < 30; frame++) {
      await new Promise(requestAnimationFrame)
      all.push(scrollY)
    }
    return [...new Set(all)]
  })
  expect(positions).toHaveLength(1)
  expect(positions[0]).toBeGreaterThan(before)
})
