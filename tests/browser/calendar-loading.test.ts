import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { call, holdBack } from '../support/browser'
import { addEvent, calendarPath, link, query, soon, title, withCalendar } from '../support/calendar'

const { openCalendar } = withCalendar()

/** Holds back the events. */
const hold = (page: Page) => holdBack(page, '**/Calendar.data*')

test('the calendar moves at once, shows the loaded events and then the new ones', async () => {
  const page = await openCalendar(calendarPath('month'), [
    { Name: 'Known', startDate: '2026-11-30T10:00', endDate: '2026-12-02T10:00' },
    { Name: 'Late', startDate: '2026-12-20T10:00' },
  ])
  const id = await addEvent(page, { Name: 'Gone soon', startDate: '2026-12-21T10:00' })
  const release = await hold(page)
  await link(page, 'Next month').click()
  await soon(() => title(page).textContent()).toBe('December 2026')
  await link(page, /Known/).first().waitFor()
  expect(await link(page, /Late/).count()).toBe(0)
  expect(query(page).date).toBe('2026-11-20')
  release()
  await link(page, /Late/).waitFor()
  await soon(() => query(page).date).toBe('2026-12-01')

  await link(page, 'Previous month').click()
  await soon(() => query(page).date).toBe('2026-11-01')
  await call(page, 'DELETE', `/api/v1/events/${id}`)
  const releaseAgain = await hold(page)
  await link(page, 'Next month').click()
  await link(page, /Late/).waitFor()
  expect(await link(page, /Gone soon/).count()).toBe(1)
  releaseAgain()
  await link(page, /Gone soon/).waitFor({ state: 'hidden' })
  expect(await link(page, /Late/).count()).toBe(1)
})

test('several quick steps lead to the month of the last step', async () => {
  const page = await openCalendar(calendarPath('month'))
  const release = await hold(page)
  for (const month of ['December 2026', 'January 2027', 'February 2027']) {
    await link(page, 'Next month').click()
    await soon(() => title(page).textContent()).toBe(month)
  }
  release()
  await soon(() => query(page).date).toBe('2027-02-01')
})

test("a failed request shows 'Failed to fetch events', and the calendar continues to work", async () => {
  const page = await openCalendar(calendarPath('month'), [{ Name: 'Kept' }])
  await page.route('**/Calendar.data*', (route) => route.abort())
  await link(page, 'Next month').click()
  await page.getByText('Failed to fetch events').waitFor()
  await expect.poll(() => title(page).textContent()).toBe('December 2026')
  await link(page, 'Previous month').click()
  await link(page, /Kept/).waitFor()
  await page.unroute('**/Calendar.data*')
  await addEvent(page, { Name: 'Found', startDate: '2026-12-24T18:00' })
  await link(page, 'Next month').click()
  await link(page, /Found/).waitFor()
})

test('an agenda does not say that nothing is planned until its events have loaded', async () => {
  const page = await openCalendar(calendarPath('agenda'))
  const nothing = page.getByText(/Nothing is planned for/)
  await nothing.waitFor()
  const release = await hold(page)
  await link(page, 'Next 30 days').click()
  await nothing.waitFor({ state: 'hidden' })
  await page.locator('.agenda').getByText('Loading calendar...').waitFor()
  release()
  await nothing.waitFor()
  await page.route('**/Calendar.data*', (route) => route.abort())
  await link(page, 'Next 30 days').click()
  await page.locator('.agenda').getByText('Failed to fetch events').waitFor()
  await page.unroute('**/Calendar.data*')
  await link(page, 'Try again').click()
  await nothing.waitFor()
})

test('without a valid session the calendar redirects to the landing page', async () => {
  const page = await openCalendar(calendarPath('month'))
  await page.context().clearCookies()
  await link(page, 'Next month').click()
  await page.waitForURL('/')
})
