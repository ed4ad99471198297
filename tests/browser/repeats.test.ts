import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import {
  axeViolations,
  browserSettings,
  button,
  call,
  expectShown,
  overflow,
  press,
  signIn,
  withBrowser,
} from '../support/browser'

const { openPage } = withBrowser()

const listed = async (page: Page, from: string, to: string) =>
  (await call(page, 'GET', `/api/v1/events?from=${from}T00:00&to=${to}T00:00`)).events.map(
    ({ startDate, Name }: Record<string, string>) => `${startDate} ${Name}`,
  )

/** Fills in the times of the form that is open. */
async function setTimes(page: Page, startDate: string, endDate: string) {
  await page.locator('[name=startDate]').fill(startDate)
  await page.locator('[name=endDate]').fill(endDate)
}

async function openDelete(page: Page) {
  await page.getByText('More', { exact: true }).click()
  await press(page, 'Delete')
}

const choirOn = (...times: string[]) => times.map((time) => `${time} Choir`)

describe.each(browserSettings)('on $width, with JavaScript: $javaScript', (setting) => {
  test('a weekly choir: one evening moved, one left out, an hour later from March on, deleted and undone', async () => {
    const page = await openPage(setting)
    await signIn(page)
    await page.goto('/dashboard/AddEvent')
    await page.getByLabel('Name').first().fill('Choir')
    await page.getByLabel('Event type').selectOption('Social')
    await page.getByLabel('Location').fill('St Mary')
    await setTimes(page, '2030-12-03T19:00', '2030-12-03T21:00')
    expect(await page.getByLabel('Last day').isVisible()).toBe(false)
    await page.getByLabel('Repeats').selectOption('Every week')
    expect(await page.getByLabel('Last day').isVisible()).toBe(true)
    if (setting.javaScript) expect(await axeViolations(page)).toEqual([])
    await press(page, 'Submit')
    await expectShown(page, 'Every week')
    const [{ _id }] = (await call(page, 'GET', '/api/v1/events')).events
    const at = (time: string, screen = 'Event') => `/dashboard/${screen}/${_id}?occurrence=${time}`

    await page.goto(at('2030-12-10T19:00', 'EditEvent'))
    await setTimes(page, '2030-12-11T18:00', '2030-12-11T20:00')
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await press(page, 'Only this one')
    await page.waitForURL(/allevents$/i)

    await page.goto(at('2030-12-24T19:00'))
    if (setting.javaScript) expect(await axeViolations(page)).toEqual([])
    await openDelete(page)
    await expectShown(page, 'Which of Choir do you want to delete?')
    await press(page, 'Only this one')
    await page.waitForURL(/allevents$/i)
    const december = choirOn('2030-12-03T19:00', '2030-12-11T18:00', '2030-12-17T19:00', '2030-12-31T19:00')
    expect(await listed(page, '2030-12-01', '2031-01-01')).toEqual(december)

    await page.goto(`${at('2031-03-04T19:00')}&edit=details`)
    await setTimes(page, '2031-03-04T20:00', '2031-03-04T22:00')
    await press(page, 'This and following')
    await page.waitForURL((url) => !url.search.includes('edit='))
    expect(await listed(page, '2031-02-20', '2031-03-15')).toEqual(
      choirOn('2031-02-25T19:00', '2031-03-04T20:00', '2031-03-11T20:00'),
    )

    await page.goto(`/dashboard/Event/${_id}`)
    await expectShown(page, 'Next times')
    await openDelete(page)
    await press(page, 'Yes, Delete')
    await page.waitForURL(/allevents$/i)
    expect(await listed(page, '2030-12-01', '2031-01-01')).toEqual([])
    await button(page, 'Undo').first().click()
    await expect.poll(() => listed(page, '2030-12-01', '2031-01-01')).toEqual(december)
  })
})

test('an occurrence that was taken out leads to the event that it became, and one that is none to the list', async () => {
  const page = await openPage()
  await signIn(page)
  const times = { startDate: '2030-12-03T19:00', endDate: '2030-12-03T21:00' }
  const choir = { Name: 'Choir', Location: 'St Mary', Eventtype: 'Social', repeat: 'FREQ=WEEKLY', ...times }
  const { event } = await call(page, 'POST', '/api/v1/events', choir)
  const path = `/dashboard/Event/${event._id}?occurrence=`
  await page.goto(`${path}2030-12-10T19:00`)
  await press(page, 'Guests')
  await page.waitForURL(/EventGuests/i)
  await page.goto(`${path}2030-12-10T19:00`)
  await expectShown(page, 'One of')
  expect(page.url()).not.toContain(event._id)
  await page.goto(`${path}2030-12-11T19:00`)
  await page.waitForURL(/allevents/i)
})
