import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import {
  account,
  button,
  call,
  expectShown,
  fill,
  focusedText,
  holdBack,
  password,
  press,
  settled,
  signIn,
  unfold,
  withBrowser,
} from '../support/browser'

const { openPage } = withBrowser()

const newcomer = account(async () => {})

async function open(url: string, enter: (page: Page) => unknown = () => {}) {
  const page = await openPage()
  await enter(page)
  await page.goto(url)
  await settled(page)
  return page
}

/** Opens a screen as a user without records, who is the same in all tests. */
const openAsNewcomer = (url: string) => open(url, newcomer)

/** Opens a screen as a new user with these buds. */
const openSignedIn = (url: string, buds: object[]) =>
  open(url, async (page) => {
    await signIn(page)
    for (const bud of buds) await call(page, 'POST', '/api/v1/buds', bud)
  })

test('register needs accepted terms, shows a failure inline and as a toast, and keeps the input', async () => {
  const page = await open('/register')
  expect(await button(page, 'Submit').isDisabled()).toBe(true)
  await fill(page, { Firstname: 'Ada', Email: 'ada@example.com', Password: 'password1' })
  await page.getByRole('checkbox').check()
  await press(page, 'Submit')
  const text = page.getByText('This password is too common')
  await text.nth(1).waitFor()
  expect(await text.count()).toBe(2)
  expect(await page.getByLabel('Firstname').inputValue()).toBe('Ada')
})

test('forgot password needs an email address', async () => {
  const page = await open('/forgot-password')
  expect(await button(page, 'Send Reset Link').isDisabled()).toBe(true)
  await page.getByLabel('Email').fill('nobody@example.com')
  await expect.poll(() => button(page, 'Send Reset Link').isEnabled()).toBe(true)
  await press(page, 'Send Reset Link')
  const sent = 'If your email exists in our system, you will receive a password reset link shortly'
  await page.getByText(sent).waitFor()
})

test('a login with a password under 8 characters sends no request', async () => {
  const page = await open('/login')
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
  await fill(page, { Email: 'ada@example.com', Password: '1234567' })
  await press(page, 'Submit')
  await page.getByText('Password must be at least 8 characters').first().waitFor()
  expect(posts).toEqual([])
})

test('reset password shows the strength, warns when the passwords differ, and can show the password', async () => {
  const page = await open('/reset-password/no-such')
  const first = page.locator('[name=password]')
  const second = page.locator('[name=confirmPassword]')
  await first.fill('abc')
  await page.getByText('Weak', { exact: true }).waitFor()
  await first.fill(password)
  await page.getByText('Strong', { exact: true }).waitFor()

  await page.getByRole('button', { name: 'Show' }).click()
  expect(await first.getAttribute('type')).toBe('text')
  await page.getByRole('button', { name: 'Hide' }).click()
  expect(await first.getAttribute('type')).toBe('password')

  expect(await button(page, 'Reset Password').isDisabled()).toBe(true)
  await second.fill('Blue')
  await page.getByText('Passwords do not match').waitFor()
  expect(await button(page, 'Reset Password').isDisabled()).toBe(true)
  await second.fill(password)
  await page.getByText('Passwords do not match').waitFor({ state: 'hidden' })
  await press(page, 'Reset Password')
  await page.getByText('Invalid or expired reset token').first().waitFor()
})

describe('the list', () => {
  test('the search submits itself 2 seconds after the last change, and Back restores the previous one', async () => {
    const page = await openSignedIn('/dashboard', [
      { Firstname: 'Ma' },
      { Firstname: 'Ma X' },
      { Firstname: 'Bo' },
    ])
    await page.locator('summary[title=Search]').click()
    const field = page.getByRole('search').getByLabel('Search', { exact: true })
    const begun = Date.now()
    await field.pressSequentially('ma ')
    await page.waitForURL(/search=ma/)
    expect(Date.now() - begun).toBeGreaterThan(1_700)
    await page.getByText('2 Buds found').waitFor()
    await field.pressSequentially('x')
    expect(await field.inputValue()).toBe('ma x')
    await page.getByText('1 Bud found').waitFor()
    expect(await field.inputValue()).toBe('ma x')
    await page.goBack()
    await page.getByText('2 Buds found').waitFor()
    expect(await field.inputValue()).toBe('ma')
    await page.getByRole('link', { name: 'Reset' }).click()
    await page.getByText('3 Buds found').waitFor()
  })

  test('has cards in three, two or one columns', async () => {
    const page = await openSignedIn('/dashboard', Array(3).fill({ Firstname: 'Bo' }))
    for (const [width, columns] of [
      [1120, 3],
      [750, 2],
      [400, 1],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      const tops = await page
        .locator('.list-card')
        .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().top))
      expect(tops.filter((top) => top === tops[0])).toHaveLength(columns)
    }
  })

  test('opens a bud wherever its card or row is pressed, but for the buttons', async () => {
    const page = await openSignedIn('/dashboard', [{ Firstname: 'Bo', Location: 'Bath' }])
    for (const view of ['card', 'row']) {
      await page.goto(`/dashboard?view=${view}s`)
      // Beside the box that selects it.
      await page.locator(`.list-${view}`).click({ position: { x: 60, y: 8 } })
      await page.waitForURL(/\/dashboard\/Bud\//)
      await page.goBack()
      await page.getByRole('button', { name: 'Delete' }).click()
      await page.getByText('Are you sure you want to delete Bo?').waitFor()
    }
  })

  test('has rows of one line, or two on a phone, whatever the length of the texts', async () => {
    const long = 'W'.repeat(60)
    const page = await openSignedIn('/dashboard', [
      { Firstname: long, Nickname: long, Occupation: long, Location: long, Budtype: 'Client' },
      { Firstname: 'Bo' },
    ])
    await page.getByRole('link', { name: 'Rows', exact: true }).click()
    await page.waitForURL(/\?view=rows$/)
    for (const [width, most] of [
      [1280, 46],
      [360, 72],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      const sizes = await page
        .locator('.list-row')
        .evaluateAll((rows) =>
          rows.map((row) => ({ height: row.clientHeight, over: row.scrollWidth - row.clientWidth })),
        )
      expect(sizes).toHaveLength(2)
      for (const { height, over } of sizes) {
        expect(height).toBeGreaterThanOrEqual(44)
        expect(height).toBeLessThan(most)
        expect(over).toBeLessThanOrEqual(0)
      }
    }
  })

  test('the delete dialog traps the focus, closes on Escape and returns the focus', async () => {
    const page = await openSignedIn('/dashboard', [{ Firstname: 'Bo' }])
    await press(page, 'Delete')
    const dialog = page.getByRole('dialog', { name: 'Delete Confirmation' })
    await dialog.getByText('Are you sure you want to delete Bo?').waitFor()
    for (let n = 0; n < 5; n++) {
      // When the focus leaves the page for the browser's own controls, the body has it.
      expect(await page.evaluate(() => document.activeElement?.matches('body, dialog, dialog *'))).toBe(true)
      await page.keyboard.press('Tab')
    }
    expect((await dialog.boundingBox())?.width).toBeLessThanOrEqual(500)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    expect(await focusedText(page)).toBe('Delete')
  })
})

describe('the bud form', () => {
  test('warns of a sixth custom field, and of a 51st character and an @ while they are typed', async () => {
    const page = await openAsNewcomer('/dashboard/AddBud')
    await unfold(page)
    for (let left = 5; left > 0; left--) {
      await page.getByText(`${left} custom fields remaining`).waitFor()
      await press(page, 'Add custom field')
    }
    await press(page, 'Add custom field')
    await page.getByText('Maximum limit of 5 custom fields reached').first().waitFor()
    expect(await page.locator('[name^=customField][name$=Name]').count()).toBe(5)
    const name = page.getByLabel('Name', { exact: true }).first()
    await name.fill('x'.repeat(50))
    await page.getByText('50/50').first().waitFor()
    await name.fill('x'.repeat(51))
    await page.getByText('Maximum 50 characters allowed for name').first().waitFor()
    await name.fill('a@b')
    await page.getByText('Email addresses are not allowed in custom fields').first().waitFor()
  })

  test('keeps its input when it is refused', async () => {
    const page = await openAsNewcomer('/dashboard/AddBud')
    await unfold(page)
    await fill(page, { 'First name': ' ', Surname: 'Hopper' })
    const box = page.getByRole('combobox', { name: 'Hobbies' })
    await box.fill('Chess')
    await box.press('Enter')
    await press(page, 'Submit')
    await page.getByText('First name is required').first().waitFor()
    expect(await page.getByLabel('Surname').inputValue()).toBe('Hopper')
    expect(await page.locator('input[name=hobbies]').inputValue()).toBe('["Chess"]')
  })
})

describe('the frame', () => {
  test('the theme follows the system until one is chosen, which is stored as darkTheme', async () => {
    const page = await openPage({ theme: 'dark' })
    await page.goto('/login')
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const dark = await background()
    await page.getByRole('button', { name: 'Switch to light theme' }).click()
    expect(await background()).not.toBe(dark)
    expect(await page.evaluate(() => localStorage.getItem('darkTheme'))).toBe('false')
    await page.reload()
    expect(await background()).not.toBe(dark)
    await page.getByRole('button', { name: 'Switch to dark theme' }).click()
    expect(await page.evaluate(() => localStorage.getItem('darkTheme'))).toBe('true')
  })

  test('a toast disappears after 5 seconds', async () => {
    const page = await openPage()
    await page.goto('/login')
    const pressed = Date.now()
    await press(page, 'Explore the app')
    const toast = page.getByText('Take a look around')
    await toast.waitFor()
    await toast.waitFor({ state: 'hidden' })
    expect(Date.now() - pressed).toBeGreaterThan(4_000)
  })

  test('in forced colours, what is current has an outline', async () => {
    const page = await openAsNewcomer('/dashboard/Calendar?view=week')
    await page.emulateMedia({ forcedColors: 'active' })
    const outlineOf = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).outlineStyle)
    for (const current of ['#sidebar [aria-current=page]', '.rbc-today .day-link'])
      expect(await outlineOf(current), current).toBe('solid')
    expect(await outlineOf('#sidebar a:not([aria-current])')).toBe('none')
  })

  test('the sidebar marks the screen that is loading', async () => {
    const page = await openAsNewcomer('/dashboard')
    const release = await holdBack(page, /AllCircles\.data/)
    const current = page.locator('#sidebar [aria-current=page]')
    expect(await current.textContent()).toBe('Buds')
    await page.locator('#sidebar').getByRole('link', { name: 'Circles' }).click()
    await expect.poll(() => current.textContent()).toBe('Circles')
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Buds')
    release()
    await page.getByRole('heading', { level: 1, name: 'Circles' }).waitFor()
  })

  test('the sidebar is open on a wide screen, and covers the page of a narrow one', async () => {
    const page = await openAsNewcomer('/dashboard')
    const sidebar = page.locator('#sidebar')
    for (const width of [991, 360]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await sidebar.isVisible()).toBe(false)
      await press(page, 'Menu')
      const shown = await page.evaluate(() => document.documentElement.clientWidth)
      expect(await sidebar.boundingBox()).toMatchObject({ x: 0, y: 0, width: shown, height: 800 })
      await press(page, 'Close')
      await sidebar.waitFor({ state: 'hidden' })
    }
    await press(page, 'Menu')
    await sidebar.getByRole('link', { name: 'Circles' }).click()
    await page.waitForURL(/AllCircles$/)
    expect(await sidebar.isVisible()).toBe(false)
    for (const width of [1280, 992]) {
      await page.setViewportSize({ width, height: 800 })
      expect((await sidebar.boundingBox())?.width).toBe(250)
    }
    await page.getByRole('switch', { name: 'Sidebar' }).click()
    await sidebar.waitFor({ state: 'hidden' })
  })

  test.each([
    { from: '/dashboard/Today', link: 'Buds', shown: 'Look at the example' },
    { from: '/login', link: 'Budkeeper', shown: 'Stay close to your' },
  ])('a link on $from leads on before the other routes are known', async ({ from, link, shown }) => {
    const page = await openPage()
    await newcomer(page)
    await page.route('**/__manifest?*', () => {})
    await page.goto(from)
    await expect.poll(() => page.evaluate(() => '__remixRouter' in window)).toBe(true)
    await page.getByRole('link', { name: link, exact: true }).first().click()
    await expectShown(page, shown)
  })

  test('after logout, Back shows no private page', async () => {
    const page = await openSignedIn('/dashboard', [{ Firstname: 'Secretive' }])
    await page.getByText('Secretive').first().waitFor()
    await page.getByRole('button', { name: 'Ada' }).click()
    await press(page, 'Logout')
    await page.waitForURL('/')
    await page.goBack()
    await settled(page)
    expect(await page.getByText('Secretive').count()).toBe(0)
  })
})

test('a form begins anew for each record, also when the history leads from one form to another', async () => {
  const page = await openSignedIn('/dashboard', [{ Firstname: 'Ada' }, { Firstname: 'Bob' }])
  const follow = (name: string, n = 0) => page.getByRole('link', { name }).nth(n).click()
  const names = () =>
    Promise.all(['First name', 'Surname'].map((label) => page.getByLabel(label).inputValue()))
  for (const [link, n] of [
    ['View / Edit', 1],
    ['View / Edit', 0],
    ['Add Bud', 0],
  ] as const) {
    await follow(link, n)
    await fill(page, { Surname: 'Typed' })
    if (link !== 'Add Bud') await follow('Cancel')
  }
  for (const [steps, name] of [
    [-2, 'Bob'],
    [-2, 'Ada'],
    [4, ''],
  ] as const) {
    await page.evaluate((steps) => history.go(steps), steps)
    if (steps === -2 && name === 'Bob') await press(page, 'Leave')
    await expect.poll(names).toEqual([name, ''])
  }
})

test('a stale form keeps what was typed and can be saved anyway', async () => {
  const page = await openSignedIn('/dashboard/AllCircles', [])
  const { circle } = await call(page, 'POST', '/api/v1/circles', { Name: 'Pioneers', Location: 'Bath' })
  await page.goto(`/dashboard/EditCircle/${circle._id}`)
  await settled(page)
  await call(page, 'PATCH', `/api/v1/circles/${circle._id}`, { Location: 'Leeds' })
  await fill(page, { Location: 'York' })
  await press(page, 'Submit')
  await page.getByText('Saved now: Leeds').first().waitFor()
  expect(await page.getByLabel('Location').inputValue()).toBe('York')
  await press(page, 'Save anyway')
  await page.getByText('Circle edited successfully').waitFor()
})

test('a picture of more than 500000 bytes is refused before it is sent', async () => {
  const page = await openAsNewcomer('/dashboard/profile')
  const file = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.alloc(700_000) }
  await page.getByLabel('Picture').setInputFiles(file)
  await page.getByText('Image size too large').first().waitFor()
})

test('passwords that are typed before the scripts of the screen load are not ignored', async () => {
  const page = await openPage()
  const load = await holdBack(page, '**/*.js')
  await page.goto('/reset-password/no-such', { waitUntil: 'commit' })
  await fill(page, { 'New password': password, 'Confirm password': password })
  load()
  await page.getByText('Strong', { exact: true }).waitFor()
  expect(await button(page, 'Reset Password').isEnabled()).toBe(true)
})

describe('on paper', () => {
  const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000)
  const birthday = (days: number) => ({
    label: 'Birthday',
    year: null,
    month: dayIn(days).getUTCMonth() + 1,
    day: dayIn(days).getUTCDate(),
  })
  const expectNothingToPress = async (page: Page) => {
    const controls = ['nav', 'button', 'summary', 'input', '.button', '.top-bar'].map((it) => `${it}:visible`)
    expect(await page.locator(controls.join()).allTextContents()).toEqual([])
  }

  test('a bud has what is known of them', async () => {
    const notes = 'Likes engines'
    const page = await openSignedIn('/dashboard', [{ Firstname: 'Ada', notes, dates: [birthday(5)] }])
    await page.getByRole('link', { name: 'Ada' }).first().click()
    await page.locator('.bud-page h1').waitFor()
    await page.emulateMedia({ media: 'print' })
    for (const shown of ['Ada', notes, 'Birthday'])
      expect(
        await page.locator('.bud-page').getByText(shown).locator('visible=true').count(),
        shown,
      ).not.toBe(0)
    await expectNothingToPress(page)
  })

  test('Today has the dates that are folded on the screen', async () => {
    const buds = Array.from({ length: 10 }, (_, n) => ({ Firstname: `Bud${n}x`, dates: [birthday(n + 3)] }))
    const page = await openSignedIn('/dashboard/Today', buds)
    const last = page.locator('.coming').getByText('Bud9x')
    expect(await last.isVisible()).toBe(false)
    await page.emulateMedia({ media: 'print' })
    for (const { Firstname } of buds)
      expect(await page.locator('.coming').getByText(Firstname).isVisible(), Firstname).toBe(true)
    await expectNothingToPress(page)
  })

  test('a week has all of its hours', async () => {
    const page = await openAsNewcomer('/dashboard/Calendar?view=week')
    const hidden = () =>
      page.locator('.rbc-time-content').evaluate((hours) => hours.scrollHeight - hours.clientHeight)
    expect(await hidden()).toBeGreaterThan(100)
    await page.emulateMedia({ media: 'print' })
    expect(await hidden()).toBeLessThanOrEqual(1)
    await expectNothingToPress(page)
  })
})
