import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { addDays, dayNumber, firstOfMonth, weekdayOf } from '~/events/calendar/calendar-days'
import {
  calendarPath,
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

test.each([
  ['Europe/London', '2026-03-29', 'Sunday 29 March', '01:30', 'a missing hour'],
  ['America/New_York', '2026-11-01', 'Sunday 1 November', '01:30', 'a repeated hour'],
  ['America/Santiago', '2026-09-06', 'Sunday 6 September', '00:30', 'a missing midnight'],
])(
  'in %s on %s (%s) at %s, %s, times are shown and selected as typed',
  async (timezoneId, date, long, time) => {
    const hours = Number(time.slice(0, 2)) + 0.5
    const endDate = `${date}T${String(hours + 1.5).padStart(2, '0')}:00`
    const until = endDate.slice(11)
    const events = [{ startDate: `${date}T${time}`, endDate }]
    const page = await openCalendar(calendarPath('agenda', date), events, { timezoneId })
    const day = page.locator('.agenda-day').filter({ hasText: 'Dinner' })
    expect(await day.getByRole('heading').textContent()).toContain(long.replace(/ \w+$/, ''))
    expect(await link(day, /Dinner/).textContent()).toContain(`${time}–${until}`)

    const column = page.getByRole('group', { name: long })
    const event = link(column, /Dinner/)
    for (const name of ['day', 'week']) {
      await goto(page, calendarPath(name, date))
      expect(await event.textContent()).toContain(`${time}–${until}`)
      expect((await topOf(event)) - (await topOf(column))).toBeCloseTo(hours * hour, 0)
      expect((await event.boundingBox())?.height).toBeCloseTo(1.5 * hour - 2, 0)
      const labels = await page.locator('.rbc-time-gutter .rbc-label').allTextContents()
      expect(labels).toEqual(Array.from({ length: 24 }, (_, n) => `${String(n).padStart(2, '0')}:00`))
    }
    await column.click({ position: { x: 30, y: (hours - 0.5) * hour + 6 } })
    await page.waitForURL('**/dashboard/AddEvent?*')
    const full = `${date}T${time.slice(0, 2)}`
    expect(query(page)).toMatchObject({ startDate: `${full}:00`, endDate: `${full}:30` })

    await goto(page, calendarPath('month', date))
    const inMonth = link(page, /Dinner/)
    expect(await inMonth.textContent()).toBe(`${time}Dinner, ${long}, ${time}–${until}, Social`)
    const heading = await link(page, new RegExp(`^${long.replace(/(\w{3})\w*$/, '$1')}`)).boundingBox()
    const box = await inMonth.boundingBox()
    expect(
      heading && box && box.x <= heading.x && heading.x < box.x + box.width && box.y - heading.y < 96,
    ).toBe(true)
    const days = page.locator('.rbc-day-bg')
    const index = weekdayOf(firstOfMonth(date)) + dayNumber(date) - 1
    await days.nth(index - 1).hover({ position: { x: 20, y: 90 }, force: true })
    await page.mouse.down()
    const { x = 0, y = 0 } = (await days.nth(index).boundingBox()) ?? {}
    await page.mouse.move(x + 20, y + 90, { steps: 12 })
    await page.mouse.up()
    await page.waitForURL('**/dashboard/AddEvent?*')
    expect(query(page)).toMatchObject({
      startDate: `${addDays(date, -1)}T09:00`,
      endDate: `${date}T10:00`,
    })
  },
)

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
