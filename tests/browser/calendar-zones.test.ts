import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { addDays, dayNumber, firstOfMonth, weekdayOf } from '~/calendar/calendar-days'
import {
  calendarPath,
  drag,
  goto,
  link,
  query,
  signInWith,
  soon,
  title,
  today,
  view,
  withCalendar,
} from '../support/calendar'

const { openPage, openCalendar } = withCalendar()

/** The height of an hour in pixels. */
const hour = 48
const topOf = async (one: Locator) => (await one.boundingBox())?.y ?? Number.NaN

describe.each([
  ['Europe/London', '2026-03-29', 'Sunday 29 March', '01:30', 'has no such hour'],
  ['Europe/London', '2026-10-25', 'Sunday 25 October', '01:30', 'has that hour twice'],
  ['America/New_York', '2026-03-08', 'Sunday 8 March', '02:30', 'has no such hour'],
  ['America/New_York', '2026-11-01', 'Sunday 1 November', '01:30', 'has that hour twice'],
  ['Pacific/Auckland', '2026-09-27', 'Sunday 27 September', '02:30', 'has no such hour'],
  ['America/Santiago', '2026-09-06', 'Sunday 6 September', '00:30', 'has no such midnight'],
  ['Asia/Kolkata', '2026-03-29', 'Sunday 29 March', '01:30', 'is an ordinary time'],
])('in %s on %s (%s) at %s: %s', (timezoneId, date, long, time) => {
  const hours = Number(time.slice(0, 2)) + 0.5
  const endDate = `${date}T${String(hours + 1.5).padStart(2, '0')}:00`
  const until = endDate.slice(11)
  const open = (view: string) =>
    openCalendar(calendarPath(view, date), [{ startDate: `${date}T${time}`, endDate }], { timezoneId })

  test('every view shows the event at the typed time', async () => {
    const page = await open('month')
    await expectInCell(page)
    for (const name of ['week', 'day']) {
      await goto(page, calendarPath(name, date))
      await expectAtHours(page)
    }
    await goto(page, calendarPath('agenda', date))
    const day = page.locator('.agenda-day').filter({ hasText: 'Dinner' })
    expect(await day.getByRole('heading').textContent()).toContain(long.replace(/ \w+$/, ''))
    expect(await link(day, /Dinner/).textContent()).toContain(`${time}–${until}`)
  })

  async function expectInCell(page: Page) {
    const event = link(page, /Dinner/)
    expect(await event.textContent()).toBe(`${time}Dinner, ${long}, ${time}–${until}, Social`)
    const day = await link(page, new RegExp(`^${long.replace(/(\w{3})\w*$/, '$1')}`)).boundingBox()
    const box = await event.boundingBox()
    expect(day && box && box.x <= day.x && day.x < box.x + box.width && box.y - day.y < 96).toBe(true)
  }

  async function expectAtHours(page: Page) {
    const column = page.getByRole('group', { name: long })
    const event = link(column, /Dinner/)
    expect(await event.textContent()).toContain(`${time}–${until}`)
    expect((await topOf(event)) - (await topOf(column))).toBeCloseTo(hours * hour, 0)
    expect((await event.boundingBox())?.height).toBeCloseTo(1.5 * hour - 2, 0)
    const labels = await page.locator('.rbc-time-gutter .rbc-label').allTextContents()
    expect(labels).toEqual(Array.from({ length: 24 }, (_, n) => `${String(n).padStart(2, '0')}:00`))
  }

  test('slots open AddEvent with the selected hour and days', async () => {
    const page = await open('week')
    const column = page.getByRole('group', { name: long })
    await column.click({ position: { x: 30, y: (hours - 0.5) * hour + 6 } })
    await page.waitForURL('**/dashboard/AddEvent?*')
    const full = `${date}T${time.slice(0, 2)}`
    expect(query(page)).toMatchObject({ startDate: `${full}:00`, endDate: `${full}:30` })

    await goto(page, calendarPath('month', date))
    const days = page.locator('.rbc-day-bg')
    const index = weekdayOf(firstOfMonth(date)) + dayNumber(date) - 1
    await drag(page, days.nth(index - 1), days.nth(index), { x: 20, y: 90 })
    await page.waitForURL('**/dashboard/AddEvent?*')
    expect(query(page)).toMatchObject({
      startDate: `${addDays(date, -1)}T09:00`,
      endDate: `${date}T10:00`,
    })
  })
})

test.each([
  ['Pacific/Auckland', '2026-11-30T12:30:00Z', '1 Dec', 'December 2026', 1.5],
  ['America/Los_Angeles', '2026-12-01T05:30:00Z', '30 November', 'November 2026', 21.5],
])('in %s at %s today is %s', async (timezoneId, now, day, month, hours) => {
  const page = await openPage({ timezoneId })
  await page.clock.setFixedTime(now)
  await signInWith(page)
  await goto(page, '/dashboard/Calendar')
  await soon(() => title(page).textContent()).toBe(month)
  expect(await today(page).textContent()).toContain(day)
  await view(page, 'Day').click()
  const indicator = page.locator('.rbc-current-time-indicator')
  expect((await topOf(indicator)) - (await topOf(page.locator('.rbc-day-slot')))).toBeCloseTo(
    hours * hour - 1,
    0,
  )
})
