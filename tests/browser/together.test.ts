import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { button, call, expectShown, fill, press, settled, signIn, withBrowser } from '../support/browser'

const { openPage } = withBrowser()

/** Each width, with and without JavaScript. */
const settings = (['desktop', 'phone'] as const).flatMap((width) =>
  [true, false].map((javaScript) => ({ width, javaScript })),
)

/** Ada and Cem, who is vegan, in a circle; Grace and Hal, who share their tastes. */
async function fourBuds(page: Page) {
  const ids: string[] = []
  for (const [Firstname, preferences] of [
    ['Ada', ['Tea', 'Cheese']],
    ['Cem', ['Tea', 'Vegan']],
    ['Grace', ['Tea']],
    ['Hal', []],
  ] as const)
    ids.push(
      (await call(page, 'POST', '/api/v1/buds', { Firstname, hobbies: ['Chess'], preferences })).bud._id,
    )
  await call(page, 'POST', '/api/v1/circles', { Name: 'Readers', selectedBuds: ids.slice(0, 2) })
  return ids
}

const suggestions = (page: Page) => page.locator('.who-else-name').allTextContents()
const addButton = (page: Page, name: string) =>
  page.locator('.who-else > li', { hasText: name }).getByRole('button', { name: 'Add' })

test.each(settings)('from a circle to an event: $width, JavaScript $javaScript', async (setting) => {
  const page = await openPage(setting)
  await signIn(page)
  const [ada, cem, grace, hal] = await fourBuds(page)
  await page.goto('/dashboard/AllCircles')
  await page.getByRole('link', { name: 'Plan together' }).click()

  await expectShown(page, 'Readers, 2 buds')
  expect(await page.locator('.conflicts').textContent()).toBe('VeganCem')
  expect(await page.locator('.suits-all').textContent()).toBe('Tea')
  expect(await suggestions(page)).toEqual(['Grace', 'Hal'])
  await addButton(page, 'Grace').click()
  await expectShown(page, '3 buds')
  await expect.poll(() => suggestions(page)).toEqual(['Hal'])

  // The first free weekend, with the three.
  const weekend = page.locator('.free-times').first().getByRole('listitem').first()
  const start = await weekend.locator('time').getAttribute('datetime')
  await weekend.getByRole('link', { name: 'Choose' }).click()
  await expect.poll(() => page.getByLabel('Start').inputValue()).toBe(start)
  await fill(page, { Name: 'Picnic', Location: 'Bath' })
  await page.getByLabel('Event type').selectOption('Social')
  await expect.poll(() => suggestions(page)).toEqual(['Hal'])

  // One press adds, and nothing that was typed is lost.
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.method()))
  if (setting.javaScript) await settled(page)
  await addButton(page, 'Hal').click()
  await expect.poll(() => suggestions(page)).toEqual([])
  if (setting.javaScript) expect(requests).not.toContain('POST')
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Picnic')
  await press(page, 'Submit')
  await expectShown(page, 'Event added successfully')
  const { events } = await call(page, 'GET', '/api/v1/events')
  const attendees = events[0].buds.map(({ _id }: { _id: string }) => _id)
  expect([...attendees].sort()).toEqual([ada, cem, grace, hal].sort())
  expect(events[0]).toMatchObject({ Name: 'Picnic', startDate: start })

  // The weekend is taken now.
  await page.goto(`/dashboard/Together?event=${events[0]._id}`)
  await expectShown(page, 'Picnic, 4 buds')
  expect(
    await page
      .locator('.free-time time')
      .evaluateAll((all) => all.map((one) => one.getAttribute('datetime'))),
  ).not.toContain(start)
})

test('with the keyboard alone, somebody chooses two people and follows the suggestions', async () => {
  const page = await openPage()
  await signIn(page)
  await fourBuds(page)
  await page.goto('/dashboard/AddEvent')
  await settled(page)
  await page.getByRole('combobox', { name: /Buds/ }).focus()
  for (const name of ['Ada', 'Cem']) {
    await page.keyboard.type(name)
    await page.getByRole('option', { name }).waitFor()
    await page.keyboard.press('Enter')
  }
  // The suggestions follow the selection.
  await expect.poll(() => suggestions(page)).toEqual(['Grace', 'Hal'])
  await page.keyboard.press('Escape')
  await addButton(page, 'Grace').focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => suggestions(page)).toEqual(['Hal'])
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('who-else')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => suggestions(page)).toEqual([])
  await expectShown(page, 'Add Event')
  await button(page, 'Submit').waitFor()
})
