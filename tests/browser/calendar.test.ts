import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { calendarViews } from '~/events/calendar/calendar-period'
import { axeViolations, call, focusedText, holdBack, settled, widths } from '../support/browser'
import {
  calendar,
  calendarPath,
  goto,
  link,
  november,
  query,
  signInWith,
  signInWithDates,
  soon,
  title,
  today,
  view,
  withCalendar,
} from '../support/calendar'

const { openCalendar, openPage } = withCalendar()

describe('the screen', () => {
  test('opens from the sidebar, with a calendar 600 pixels high that shows the month', async () => {
    const page = await openPage()
    await signInWith(page)
    await page.goto('/dashboard')
    await settled(page)
    await link(page, 'Calendar').click()
    await calendar(page).waitFor()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Calendar')
    expect(await calendar(page).boundingBox()).toMatchObject({ height: 600 })
    expect(await view(page, 'Month').getAttribute('aria-current')).toBe('page')
    await today(page).waitFor()
    await link(page, 'Add Event').click()
    await page.waitForURL('**/dashboard/AddEvent?*')
    expect(query(page)).toEqual({ returnTo: '/dashboard/calendar' })
  })

  test("shows 'Loading calendar...' until its scripts load, which causes no layout shift", async () => {
    const page = await openPage()
    await signInWith(page)
    const send = await holdBack(page, '**/event-calendar-*.js')
    await page.goto(calendarPath('month'))
    await page.getByText('Loading calendar...').waitFor()
    const before = await page.locator('.calendar-frame').boundingBox()
    send()
    await calendar(page).waitFor()
    expect(await calendar(page).boundingBox()).toEqual(before)
    expect(await page.getByText('Loading calendar...').count()).toBe(0)
  })
})

describe('the URL', () => {
  test('contains view and date, and Back returns to the previous ones', async () => {
    const page = await openCalendar(calendarPath('month'))
    await link(page, 'Next month').click()
    await soon(() => title(page).textContent()).toBe('December 2026')
    await soon(() => query(page)).toEqual({ view: 'month', date: '2026-12-01' })
    await view(page, 'Week').click()
    await soon(() => title(page).textContent()).toBe('30 November – 6 December 2026')
    await soon(() => query(page)).toEqual({ view: 'week', date: '2026-12-01' })
    await page.goBack()
    await soon(() => title(page).textContent()).toBe('December 2026')
    await page.goBack()
    await soon(() => title(page).textContent()).toBe('November 2026')
  })

  test('follows the links to the next and previous period in each view', async () => {
    const page = await openCalendar(calendarPath('month'))
    for (const [name, step, to] of [
      ['Week', 'Next week', '23 – 29 November 2026'],
      ['Week', 'Previous week', '16 – 22 November 2026'],
      ['Day', 'Next day', 'Saturday 21 November 2026'],
      ['Agenda', 'Previous 30 days', '22 October – 20 November 2026'],
    ] as const) {
      await view(page, name).click()
      await link(page, step).click()
      await soon(() => title(page).textContent()).toBe(to)
      await soon(() => query(page).view).toBe(name.toLowerCase())
    }
  })

  test('Today leads to the current day from any date', async () => {
    const page = await openCalendar(calendarPath('day', '2020-02-29'))
    expect(await today(page).count()).toBe(0)
    await link(page.getByRole('navigation', { name: 'Time' }), 'Today').click()
    await today(page).waitFor()
    await soon(() => query(page)).toEqual({ view: 'day' })
  })

  test('moving to another month keeps the scroll position', async () => {
    const page = await openCalendar(calendarPath('month'))
    await page.setViewportSize({ width: 1280, height: 400 })
    await page.mouse.wheel(0, 150)
    await soon(() => page.evaluate(() => scrollY)).toBe(150)
    await link(page, 'Next month').evaluate((next: HTMLElement) => next.click())
    await soon(() => query(page).date).toBe('2026-12-01')
    expect(await page.evaluate(() => scrollY)).toBe(150)
  })
})

describe('events', () => {
  test('show their place and type in each view except the month, and open their form in each view', async () => {
    const page = await openPage()
    const [id] = await signInWith(page, [{ Eventtype: 'Client', endDate: '2026-11-20T23:00' }])
    for (const view of calendarViews) {
      await goto(page, calendarPath(view))
      const event = link(page, /Dinner/)
      await event.scrollIntoViewIfNeeded()
      const shown = view === 'month' ? [] : ['Bristol', 'Client']
      for (const text of shown) expect(await event.getByText(text).isVisible()).toBe(true)
      await event.click()
      await page.waitForURL(`**/dashboard/EditEvent/${id}`)
    }
  })

  test('in a month the type is a shape with a legend, and a word for screen readers', async () => {
    const page = await openCalendar(calendarPath('month'), november.slice(0, 4))
    const shapes = await page
      .getByRole('list', { name: 'Event types' })
      .locator('.event-mark')
      .evaluateAll((marks) => marks.map((mark) => getComputedStyle(mark).clipPath))
    expect(new Set(shapes).size).toBe(4)
    expect(await link(page, /Conference.*Client/).count()).toBeGreaterThan(0)
  })

  test('appear on each day that they span with the hours of that day, but not on a day on which they end at 00:00', async () => {
    const event = { startDate: '2026-11-20T20:00', endDate: '2026-11-21T00:00' }
    const page = await openCalendar(calendarPath('week'), [...november.slice(0, 1), event])
    const times = ['from 09:00', 'All day', 'All day', 'until 17:00']
    for (const [n, time] of times.entries()) {
      const column = page.getByRole('group', { name: `${17 + n} November` })
      expect(await link(column, /Conference/).textContent()).toContain(time)
    }
    expect(await link(page.getByRole('group', { name: '21 November' }), /Conference/).count()).toBe(0)
    expect(await link(page, /Dinner/).count()).toBe(1)
    expect(await link(page, /Dinner/).textContent()).toContain('20:00–00:00')
    await goto(page, calendarPath('agenda'))
    expect(await link(page, /Dinner/).count()).toBe(1)
  })

  test('simultaneous events do not overlap, not even short ones', async () => {
    const at = (start: string, end: string) => ({
      startDate: `2026-11-20T${start}`,
      endDate: `2026-11-20T${end}`,
    })
    const page = await openCalendar(calendarPath('day'), [
      at('10:00', '12:00'),
      at('10:30', '11:00'),
      at('11:00', '11:00'),
      at('11:05', '11:10'),
      at('11:15', '11:20'),
      at('23:50', '23:55'),
    ])
    const boxes = await link(page, /Dinner/).evaluateAll((events) =>
      events.map((event) => event.getBoundingClientRect()),
    )
    expect(boxes).toHaveLength(6)
    for (const [n, a] of boxes.entries()) {
      for (const b of boxes.slice(n + 1)) {
        const apart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top
        expect(apart).toBe(true)
      }
    }
  })

  test("'+n more' opens all events of the day, and Escape closes the list and returns the focus", async () => {
    const page = await openCalendar(calendarPath('month'), november)
    const more = page.getByRole('button', { name: '+2 more on Friday 20 November' })
    await more.focus()
    await page.keyboard.press('Enter')
    const events = page.locator('.day-events:popover-open')
    await events.waitFor()
    expect(await link(events, /Conference|Night shift|WWW|Event/).count()).toBe(4)
    expect(await link(events, /Conference/).textContent()).toContain('until 17:00')
    await page.keyboard.press('Tab')
    expect(await focusedText(page)).toBe('Friday 20 November')
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await events.waitFor({ state: 'hidden' })
    expect(await focusedText(page)).toBe('+2 more')
    await more.click()
    await events.getByText('until 17:00').click()
    await page.waitForURL('**/dashboard/EditEvent/*')
  })
})

/** Months of four, five and six weeks. */
const months = ['2027-02', '2026-12', '2026-11']

test.each(Object.keys(widths) as (keyof typeof widths)[])(
  'a month shows as many events as its weeks have room for, on a %s',
  async (width) => {
    const page = await openPage({ width })
    const days = months.flatMap((month) => Array.from({ length: 12 }, (_, n) => ({ month, n })))
    await signInWith(
      page,
      days.map(({ month, n }) => ({ Name: `Event ${n}`, startDate: `${month}-20T19:00` })),
    )
    for (const month of months) {
      await goto(page, calendarPath('month', `${month}-20`))
      const { week, lines } = await fullestWeek(page)
      const used = lines.reduce((sum, height) => sum + height, 0)
      expect(used, `${month}: ${lines}`).toBeLessThanOrEqual(week)
      expect(used + (lines[1] ?? 0), `${month}: ${lines}`).toBeGreaterThan(week)
    }
  },
)

/** In pixels: the height of the week with the most events, of its dates, and of each line of events. */
const fullestWeek = (page: Page) =>
  page.locator('.rbc-month-row').evaluateAll((weeks) => {
    const linesOf = (week: Element) => [...week.querySelectorAll('.rbc-row-content .rbc-row')]
    const week = weeks.toSorted((a, b) => linesOf(b).length - linesOf(a).length)[0] as Element
    const heightOf = (element: Element) => element.getBoundingClientRect().height
    return { week: heightOf(week), lines: linesOf(week).map(heightOf) }
  })

describe("buds' dates", () => {
  test('lead to the bud in each view, with name, label and age, and cannot be dragged', async () => {
    const page = await openPage()
    const [id] = await signInWithDates(page)
    for (const view of calendarViews) {
      await goto(page, calendarPath(view, '2026-11-22'))
      const birthday = link(page, /^(All day )?Ada Lovelace ?: Birthday, turns 40/)
      await birthday.scrollIntoViewIfNeeded()
      expect(await birthday.getByText('Ada Lovelace').isVisible()).toBe(true)
      if (view !== 'agenda') expect(await birthday.getAttribute('draggable')).toBe('false')
      await birthday.click()
      await page.waitForURL(`**/dashboard/Bud/${id}`)
      expect(page.url()).not.toContain('Event')
    }
  })

  test('have an icon instead of the mark of a type, which the legend names', async () => {
    const page = await openPage()
    await signInWithDates(page)
    await goto(page, calendarPath('month'))
    const birthday = link(page, /Ada Lovelace/)
    expect(await birthday.locator('.icon').count()).toBe(1)
    expect(await birthday.locator('.event-mark').count()).toBe(0)
    const legend = page.getByRole('list', { name: 'Event types and dates' }).getByText('Dates')
    expect(await legend.locator('.icon').count()).toBe(1)
  })

  test('of a day with many are in a popover, in the month with the events and in the week above the hours', async () => {
    const page = await openPage()
    await signInWithDates(page)
    await goto(page, calendarPath('month'))
    await page.getByRole('button', { name: /^\+\d more on Wednesday 25 November/ }).click()
    const popover = page.locator('.day-events:popover-open')
    await popover.getByText('Birthday, turns 26').waitFor()
    expect(await link(popover, /Birthday/).count()).toBe(5)
    expect(await axeViolations(page)).toEqual([])
    await goto(page, calendarPath('week', '2026-11-25'))
    const list = page.getByRole('list', { name: 'Dates on Wednesday 25 November' })
    expect(await link(list, /Birthday/).count()).toBe(2)
    await page.getByRole('button', { name: '+3 more dates on Wednesday 25 November' }).click()
    expect(await link(popover, /Birthday/).count()).toBe(5)
    expect(await axeViolations(page)).toEqual([])
    await link(popover, /Bo 3/).click()
    await page.waitForURL('**/dashboard/Bud/*')
  })

  test('disappear when they are removed from the bud, without a reload of the page', async () => {
    const page = await openPage()
    await signInWith(page, [{ Name: 'Before a change of dates' }])
    const dates = [{ label: 'Birthday', year: null, month: 11, day: 18 }]
    const { bud } = await call(page, 'POST', '/api/v1/buds', { Firstname: 'Cem', dates })
    await goto(page, calendarPath('month'))
    await link(page, /Cem/).waitFor()
    await call(page, 'PATCH', `/api/v1/buds/${bud._id}`, { dates: [] })
    await view(page, 'Week').click()
    await link(page, /Cem/).waitFor({ state: 'detached' })
    await view(page, 'Month').click()
    await title(page).getByText('November 2026').waitFor()
    expect(await link(page, /Cem/).count()).toBe(0)
  })
})

describe('an empty slot', () => {
  const cell = (page: Page, n: number) => page.locator('.rbc-day-bg').nth(n)
  const lowerPart = { position: { x: 20, y: 90 }, force: true }

  test('of a month opens AddEvent at 09:00 of its day', async () => {
    const page = await openCalendar(calendarPath('month'))
    await cell(page, 25).click(lowerPart)
    await page.waitForURL('**/dashboard/AddEvent?*')
    expect(query(page)).toEqual({
      startDate: '2026-11-20T09:00',
      endDate: '2026-11-20T10:00',
      returnTo: '/dashboard/calendar?view=month&date=2026-11-20',
    })
  })

  test('of a week opens AddEvent with the dragged range, which may end at midnight', async () => {
    const page = await openCalendar(calendarPath('week'))
    const column = page.getByRole('group', { name: '18 November' })
    await column.hover({ position: { x: 30, y: 9 * 48 + 3 } })
    const { x = 0, y = 0 } = (await column.boundingBox()) ?? {}
    await page.mouse.down()
    await page.mouse.move(x + 30, y + 11.5 * 48 + 3, { steps: 12 })
    await page.mouse.up()
    await page.waitForURL('**/dashboard/AddEvent?*')
    expect(query(page)).toMatchObject({ startDate: '2026-11-18T09:00', endDate: '2026-11-18T12:00' })
    await page.goBack()
    await column.click({ position: { x: 30, y: 23.5 * 48 + 9 } })
    await page.waitForURL('**/dashboard/AddEvent?*')
    expect(query(page)).toMatchObject({ startDate: '2026-11-18T23:30', endDate: '2026-11-19T00:00' })
  })

  test('opens no form when something on top of it is pressed: a link, or the list of events', async () => {
    const page = await openCalendar(calendarPath('month'), november)
    const urls: string[] = []
    page.on('framenavigated', (frame) => urls.push(frame.url()))
    await page.getByRole('button', { name: /\+\d more on Friday 20/ }).click()
    const events = page.locator('.day-events:popover-open')
    await events.click({ position: { x: 3, y: 3 } })
    await cell(page, 8).click(lowerPart)
    await events.waitFor({ state: 'hidden' })
    await link(page, /^Wednesday 18/).click()
    await soon(() => query(page)).toEqual({ view: 'day', date: '2026-11-18' })
    await page.waitForTimeout(300)
    expect(urls.filter((url) => url.includes('AddEvent'))).toEqual([])
  })
})
