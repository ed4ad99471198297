import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { button, call, expectShown, fill, press, settled, signIn, withBrowser } from '../support/browser'

const { openPage } = withBrowser()

/** Each width, with and without JavaScript. */
const settings = (['desktop', 'phone'] as const).flatMap((width) =>
  [true, false].map((javaScript) => ({ width, javaScript })),
)

const dayAt = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10)

/** Ada, Cem and Grace, who were called 20 days ago. Ada's birthday is tomorrow. */
async function threeBuds(page: Page, circle = {}) {
  const ids: string[] = []
  for (const Firstname of ['Ada', 'Cem', 'Grace']) {
    const [year, month, day] = dayAt(1).split('-').map(Number) as [number, number, number]
    const dates = Firstname === 'Ada' ? [{ year: year - 40, month, day }] : []
    ids.push((await call(page, 'POST', '/api/v1/buds', { Firstname, dates })).bud._id)
  }
  const past = { kind: 'call', on: dayAt(-20), note: 'About the garden', selectedBuds: ids }
  await call(page, 'POST', '/api/v1/interactions', past)
  await call(page, 'POST', '/api/v1/circles', { Name: 'Readers', selectedBuds: ids, ...circle })
  return ids
}

const row = (page: Page, name: string) => page.locator('.overdue', { hasText: name })
const namesOf = (page: Page) => page.locator('.overdue h3').allTextContents()

test.each(settings)('somebody stays in touch: $width, JavaScript $javaScript', async (setting) => {
  const page = await openPage(setting)
  await signIn(page)
  await page.goto('/dashboard/Today')
  await expectShown(page, 'Who would you like to hear from more often?')
  const [ada = '', cem = '', grace = ''] = await threeBuds(page)

  // A cadence for a circle.
  await page.goto('/dashboard/AllCircles')
  await page.getByRole('link', { name: 'View / Edit' }).click()
  await fill(page, { 'Keep in touch every (days)': '14' })
  await press(page, 'Submit')
  await expectShown(page, 'Circle edited successfully')

  // Who is overdue, and why.
  await page.goto('/dashboard/Today')
  await expectShown(page, 'Birthday, turns 40')
  expect(await namesOf(page)).toEqual(['Ada', 'Cem', 'Grace'])
  expect(await row(page, 'Ada').textContent()).toMatch(
    /6 days late · Every 14 days, last on \d+ \w+( \d{4})?: About the garden/,
  )

  // One press is one request, and it can be undone.
  await settled(page)
  const requests: string[] = []
  page.on('request', (request) => {
    if (!/\.(js|css|woff2)$/.test(request.url())) requests.push(request.method())
  })
  await row(page, 'Ada').getByRole('button', { name: 'Log contact' }).click()
  await expectShown(page, 'Contact logged')
  await expect.poll(() => namesOf(page)).toEqual(['Cem', 'Grace'])
  if (setting.javaScript) {
    await settled(page)
    expect(requests).toEqual(['POST'])
  }
  await button(page, 'Undo').click()
  await expectShown(page, 'Change undone successfully')
  await expect.poll(() => namesOf(page)).toEqual(['Ada', 'Cem', 'Grace'])

  // Snoozed for a week, stopped.
  await row(page, 'Ada').getByText('Later').click()
  await row(page, 'Ada').getByRole('button', { name: 'A week' }).click()
  await expectShown(page, 'Bud snoozed')
  await expect.poll(() => namesOf(page)).toEqual(['Cem', 'Grace'])
  await row(page, 'Cem').getByText('Later').click()
  await row(page, 'Cem').getByRole('button', { name: 'Stop' }).click()
  await expectShown(page, 'Reminders stopped')
  await expect.poll(() => namesOf(page)).toEqual(['Grace'])

  // A dinner with all three, in one form.
  await page.goto(`/dashboard/LogInteraction?buds=${ada},${cem},${grace}`)
  await page.getByRole('radio', { name: 'Meeting' }).check()
  await page.getByRole('textbox', { name: 'Note' }).fill('Dinner at home')
  await press(page, 'Submit')
  await expectShown(page, 'Interaction added successfully')
  await expectShown(page, 'Nobody is overdue.')
  for (const id of [ada, cem, grace])
    expect((await call(page, 'GET', `/api/v1/buds/${id}`)).bud.lastContactOn).toBe(dayAt(0))

  // The bud screen.
  await page.goto(`/dashboard/Bud/${cem}`)
  await expectShown(page, 'reminders are off')
  await press(page, 'Remind again')
  await expectShown(page, 'in 14 days')
  await press(page, 'Log contact')
  await expectShown(page, 'Contact logged')
  const titles = () => page.locator('.timeline-title > a').allTextContents()
  await expect.poll(titles).toEqual(['Contact', 'Meeting', 'Call'])
  await fill(page, { 'What was it about? (optional)': 'The garden again' })
  await button(page, 'Letter').click()
  await expectShown(page, 'Letter logged')
  await expectShown(page, 'The garden again')
  await expect.poll(titles).toEqual(['Letter', 'Contact', 'Meeting', 'Call'])
  await page.getByRole('link', { name: 'Meeting' }).click()
  await expect.poll(() => page.getByRole('radio', { name: 'Meeting' }).isChecked()).toBe(true)
  await page.getByRole('textbox', { name: 'Note' }).fill('Dinner in the garden')
  await press(page, 'Submit')
  await expectShown(page, 'Interaction edited successfully')
  await expectShown(page, 'Dinner in the garden')
})

test('Log contact by keyboard moves the focus to the next bud', async () => {
  const page = await openPage()
  await signIn(page)
  const ids = await threeBuds(page)
  for (const id of ids) await call(page, 'PATCH', `/api/v1/buds/${id}`, { cadenceDays: 7 })
  await page.goto('/dashboard/Today')
  await settled(page)
  await row(page, 'Ada').getByRole('button', { name: 'Log contact' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => namesOf(page)).toEqual(['Cem', 'Grace'])
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-describedby'))
  expect(await focused()).toBe(`overdue-${ids[1]}`)
})

test('on Today a sentence and its kind are logged in three presses', async () => {
  const page = await openPage({ width: 'phone' })
  await signIn(page)
  const [ada] = await threeBuds(page)
  await call(page, 'PATCH', `/api/v1/buds/${ada}`, { cadenceDays: 7 })
  await page.goto('/dashboard/Today')
  await settled(page)
  await row(page, 'Ada').getByText('Add a note').click()
  await row(page, 'Ada').getByLabel('What was it about?').fill('Her lecture')
  await row(page, 'Ada').getByRole('button', { name: 'Met', exact: true }).click()
  await expectShown(page, 'Meeting logged')
  const { interactions } = await call(page, 'GET', `/api/v1/interactions?bud=${ada}`)
  expect(interactions[0]).toMatchObject({ kind: 'meeting', note: 'Her lecture' })
})

test('a menu closes on Escape, with the focus on its button', async () => {
  const page = await openPage()
  await signIn(page)
  const [ada] = await threeBuds(page)
  await page.goto(`/dashboard/Bud/${ada}`)
  await settled(page)
  await page.getByText('More', { exact: true }).press('Enter')
  await expectShown(page, 'Merge with …')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Merge with …' }).waitFor({ state: 'hidden' })
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('More')
})

test('the header of a bud leaves its name 320 px or the whole line', async () => {
  const page = await openPage()
  await signIn(page)
  const fields = { Firstname: 'Maximiliana', Surname: 'Featherstonehaugh-Cholmondeley', Location: 'Bath' }
  const { bud } = await call(page, 'POST', '/api/v1/buds', fields)
  await page.goto(`/dashboard/Bud/${bud._id}`)
  for (let width = 360; width <= 1400; width += 40) {
    await page.setViewportSize({ width, height: 800 })
    const name = await page.locator('.bud-page h1').boundingBox()
    const actions = await page.locator('.record-actions').boundingBox()
    if (!name || !actions) throw new Error('The header is not shown')
    const isAbove = name.y + name.height <= actions.y
    const isBeside = name.width >= 320 && name.x + name.width <= actions.x
    expect(isAbove || isBeside, `${width} px`).toBe(true)
  }
})

test.each(['desktop', 'phone'] as const)('a toast covers no control: %s', async (width) => {
  const page = await openPage({ width })
  await signIn(page)
  const [ada] = await threeBuds(page)
  await page.goto(`/dashboard/Bud/${ada}`)
  await settled(page)
  await press(page, 'Log contact')
  await expectShown(page, 'Contact logged')
  const covered = () =>
    page.evaluate(() => {
      // Without scripts, or before they run, a toast stays on the page and is hidden.
      const toasts = [...document.querySelectorAll('.toast')].filter(
        (toast) => getComputedStyle(toast).visibility === 'visible',
      )
      const boxes = toasts.map((toast) => toast.getBoundingClientRect())
      return [...document.querySelectorAll('a, button, input, select, textarea, summary')]
        .filter((control) => !toasts.some((toast) => toast.contains(control)))
        .filter((control) => {
          const { left, right, top, bottom, width } = control.getBoundingClientRect()
          const isBeside = (box: DOMRect) =>
            right <= box.left || left >= box.right || bottom <= box.top || top >= box.bottom
          return width > 0 && !boxes.every(isBeside)
        })
        .map(({ textContent }) => textContent)
    })
  await expect.poll(covered).toEqual([])
  await page.getByRole('link', { name: 'Edit all' }).first().click()
  await page.getByRole('heading', { level: 1, name: /Edit/ }).waitFor()
  await expect.poll(() => page.locator('.toast').count()).toBe(1)
  await expect.poll(covered).toEqual([])
})

test.each([992, 1280])(
  'a toast lies in the top bar of %s px, also of a page that was scrolled',
  async (width) => {
    const page = await openPage()
    await page.setViewportSize({ width, height: 480 })
    await signIn(page, 'Katherine')
    await threeBuds(page, { cadenceDays: 14 })
    await page.goto('/dashboard/Today')
    await settled(page)
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await row(page, 'Grace').getByRole('button', { name: 'Log contact' }).click()
    await expectShown(page, 'Contact logged')
    const boxOf = async (selector: string) => {
      const { x, y, width, height } = (await page.locator(selector).boundingBox()) ?? {
        x: 0,
        y: 0,
        width: 0,
        height: 0,
      }
      return { x, y, end: Number(x) + Number(width), bottom: Number(y) + Number(height) }
    }
    await expect
      .poll(async () => {
        const [bar, search, toggle] = [
          await boxOf('.top-bar'),
          await boxOf('.top-bar .quick-find'),
          await boxOf('.top-bar .theme-toggle'),
        ]
        const toast = await boxOf('.toasts')
        return Number(toast.y) < bar.bottom && Number(toast.x) >= search.end && toast.end <= Number(toggle.x)
      })
      .toBe(true)
  },
)

test('on a phone a toast lies below the top bar, in a room that stays until the next screen', async () => {
  const page = await openPage({ width: 'phone' })
  await signIn(page)
  const [ada] = await threeBuds(page)
  await page.goto(`/dashboard/Bud/${ada}`)
  await settled(page)
  const topOf = (selector: string) =>
    page.locator(selector).evaluate((one) => Math.round(one.getBoundingClientRect().top + scrollY))
  const without = await topOf('.record-head')
  await press(page, 'Log contact')
  const toast = page.locator('.toast')
  await toast.waitFor()
  await expect.poll(() => topOf('.record-head')).toBeGreaterThan(without + 40)
  const [box, bar] = [await toast.boundingBox(), await page.locator('.top-bar').boundingBox()]
  expect(box?.y).toBe(Number(bar?.height) + 8)
  const within = await topOf('.record-head')
  await toast.waitFor({ state: 'detached' })
  expect(await topOf('.record-head')).toBe(within)
  await page.getByRole('link', { name: 'Edit all' }).click()
  await page.waitForURL(/EditBud/)
  await expect
    .poll(() => page.evaluate(() => document.documentElement.style.getPropertyValue('--toast')))
    .toBe('')
})

test('a note stays while another form of the bud is sent, and goes when it was logged', async () => {
  const page = await openPage()
  await signIn(page)
  const [ada] = await threeBuds(page)
  await page.goto(`/dashboard/Bud/${ada}`)
  await settled(page)
  const note = page.getByLabel('What was it about? (optional)')
  await note.fill('Her lecture')
  await press(page, 'Log contact')
  await expectShown(page, 'Contact logged')
  await expect.poll(() => page.locator('.timeline-title > a').count()).toBe(2)
  expect(await note.inputValue()).toBe('Her lecture')
  await page.getByRole('button', { name: 'Letter', exact: true }).click()
  await expectShown(page, 'Letter logged')
  await expect.poll(() => note.inputValue()).toBe('')
  expect((await call(page, 'GET', `/api/v1/interactions?bud=${ada}`)).totalInteractions).toBe(3)
})
