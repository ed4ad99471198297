import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { calendarViews } from '~/events/calendar/calendar-period'
import { expectAccessible, expectToFit, focusedText } from '../support/browser'
import {
  calendarPath,
  goto,
  link,
  november,
  query,
  signInWith,
  signInWithDates,
  soon,
  title,
  view,
  withCalendar,
} from '../support/calendar'

const { openCalendar, openPage } = withCalendar()

describe('the keyboard', () => {
  async function press(page: Page, name: RegExp) {
    const named = () =>
      page.evaluate(() => {
        const { activeElement: focused, body } = document
        return focused === body ? '' : (focused?.getAttribute('title') ?? focused?.textContent)
      })
    for (let n = 0; n < 120; n++) {
      if (name.test((await named()) ?? '')) return page.keyboard.press('Enter')
      await page.keyboard.press('Tab')
    }
    throw new Error(`${name} was not reached`)
  }

  test('reaches all views, moves to another month and opens an event', async () => {
    const page = await openCalendar(calendarPath('month'), [{}, { startDate: '2026-12-01T19:00' }])
    for (const view of ['Week', 'Day', 'Agenda', 'Month']) {
      await press(page, new RegExp(`^${view}$`))
      await soon(() => query(page).view).toBe(view.toLowerCase())
    }
    await press(page, /Next month/)
    await soon(() => query(page).date).toBe('2026-12-01')
    expect(await focusedText(page)).toBe('Next month')
    await press(page, /Tuesday 1 December/)
    await page.waitForURL('**/dashboard/EditEvent/*')
  })

  test('adds an event on a day of the month', async () => {
    const page = await openCalendar(calendarPath('month'))
    await press(page, /^Wednesday 25/)
    await soon(() => title(page).textContent()).toBe('Wednesday 25 November 2026')
    await press(page, /^Add Event$/)
    await page.waitForURL('**/dashboard/AddEvent?*')
  })

  test('adds an event on a day of the week at 09:00', async () => {
    const page = await openCalendar(calendarPath('week'))
    await link(page, 'Add Event on Thursday 19 November').focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/dashboard/AddEvent?*')
    expect(query(page)).toMatchObject({ startDate: '2026-11-19T09:00', endDate: '2026-11-19T10:00' })
  })

  test("sees the first event of a morning whole, and eight o'clock where there is none before", async () => {
    const page = await openCalendar(calendarPath('week'), [
      { startDate: '2026-11-19T06:00', endDate: '2026-11-19T07:00' },
    ])
    const isAtTop = (time: string) =>
      page
        .getByText(time, { exact: true })
        .first()
        .evaluate((hour) => {
          const content = hour.closest('.rbc-time-content') as HTMLElement
          const below = hour.getBoundingClientRect().top - content.getBoundingClientRect().top
          return below >= 0 && below < 60
        })
    await soon(() => isAtTop('06:00')).toBe(true)
    await page.goto(calendarPath('day').replace('2026-11-19', '2026-11-23'))
    await soon(() => isAtTop('08:00')).toBe(true)
  })

  test('scrolls the hours of a day without events', async () => {
    const page = await openCalendar(calendarPath('day'))
    await page.getByRole('group', { name: 'Hours' }).focus()
    const top = () => page.locator('.rbc-time-content').evaluate((content) => content.scrollTop)
    const before = await top()
    await page.keyboard.press('ArrowDown')
    await soon(top).toBeGreaterThan(before)
  })
})

test("without JavaScript the screen is the month's agenda, and links lead to other periods and views", async () => {
  const page = await openPage({ javaScript: false })
  await signInWith(page, [{ Eventtype: 'Colleagues', endDate: '2026-11-20T21:30' }])
  await page.goto(calendarPath('month'))
  expect(await title(page).textContent()).toBe('November 2026')
  for (const text of ['19:00–21:30', 'Bristol', 'Colleagues']) {
    expect(
      await link(page, /Dinner/)
        .getByText(text)
        .isVisible(),
    ).toBe(true)
  }
  expect(await page.getByText('Loading calendar...').isVisible()).toBe(false)
  await link(page, 'Next month').click()
  expect(await title(page).textContent()).toBe('December 2026')
  await link(page, 'Previous month').click()
  expect(await title(page).textContent()).toBe('November 2026')
  await view(page, 'Week').click()
  expect(await title(page).textContent()).toBe('26 October – 1 November 2026')
  await page.getByText('Nothing is planned for 26 October – 1 November 2026.').waitFor()
  await link(page.getByRole('navigation', { name: 'Time' }), 'Today').click()
  expect(query(page)).toEqual({ view: 'week' })
})

test.each(calendarViews)('the view %s is accessible and no wider than the window', async (name) => {
  const page = await openCalendar(calendarPath(name), november)
  await expectAccessible(page)
  await expectToFit(page, [320, 400, 599, 600, 768, 991, 992, 1120, 1920])
  if (name !== 'agenda') return
  await goto(page, calendarPath(name, '2027-02-10'))
  await expectAccessible(page)
})

test.each(calendarViews)(
  "the view %s with buds' dates is accessible and no wider than the window",
  async (name) => {
    const page = await openPage()
    await signInWithDates(page)
    for (const date of name === 'day' ? ['2026-11-22', '2026-11-25'] : ['2026-11-25']) {
      await goto(page, calendarPath(name, date))
      await expectAccessible(page)
      await expectToFit(page, [320, 400, 599, 600, 768, 1120])
    }
  },
)

test('without its scripts the calendar is an agenda, which is accessible and no wider than the window', async () => {
  const page = await openPage()
  await signInWith(page, november)
  await page.route('**/event-calendar-*.js', (route) => route.abort())
  await page.goto(calendarPath('month'))
  await link(page.locator('.agenda'), /Conference/)
    .first()
    .waitFor()
  await expectAccessible(page)
})

describe('on a phone', () => {
  test('a tap anywhere on a day of the month opens the day, which offers to add an event', async () => {
    const page = await openCalendar(calendarPath('month'), november, { width: 'phone' })
    await page
      .locator('.rbc-day-bg')
      .nth(25)
      .click({ position: { x: 20, y: 80 }, force: true })
    await soon(() => title(page).textContent()).toBe('Friday 20 November 2026')
    await link(page, 'Add Event on Friday 20 November').click()
    await page.waitForURL('**/dashboard/AddEvent?*')
    expect(query(page)).toMatchObject({ startDate: '2026-11-20T09:00' })
  })

  test('a week is wider than the screen and scrolled to its date, and its headings scroll along', async () => {
    const page = await openCalendar(calendarPath('week'), november, { width: 'phone' })
    const column = page.getByRole('group', { name: '20 November' })
    const box = await column.boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= 360).toBe(true)
    const sunday = link(page, 'Sun 22 November')
    await sunday.focus()
    const left = async (one: Locator) => (await one.boundingBox())?.x ?? Number.NaN
    await soon(async () =>
      Math.abs((await left(sunday)) - (await left(page.getByRole('group', { name: '22 November' })))),
    ).toBeLessThan(12)
  })
})
