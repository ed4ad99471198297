import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { calendarViews } from '~/calendar/calendar-period'
import { axeViolations, call, overflow, signIn, themes, widths } from '../support/browser'
import {
  addEvent,
  address,
  calendar,
  drag,
  goto,
  link,
  november,
  query,
  soon,
  title,
  today,
  view,
  withCalendar,
} from '../support/calendar'

const { openPage, openCalendar } = withCalendar()

const path = (page: Page) => new URL(page.url()).pathname

describe('the screen', () => {
  test('has a heading, a button and a calendar of 600 pixels that shows the month', async () => {
    const page = await openCalendar('/dashboard/Calendar')
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Calendar')
    expect(await calendar(page).boundingBox()).toMatchObject({ height: 600 })
    expect(await view(page, 'Month').getAttribute('aria-current')).toBe('page')
    expect(await today(page).count()).toBe(1)
    await link(page, 'Add Event').click()
    await page.waitForURL('**/dashboard/AddEvent?*')
    expect(query(page)).toEqual({ returnTo: '/dashboard/calendar' })
  })

  test('is reached by the sidebar', async () => {
    const page = await openPage()
    await signIn(page)
    await page.goto('/dashboard')
    await link(page, 'Calendar').click()
    await calendar(page).waitFor()
    expect(path(page)).toBe('/dashboard/Calendar')
  })

  test("says 'Loading calendar...' while its pieces come, which take its place and move nothing", async () => {
    const page = await openPage()
    await signIn(page)
    let send = () => {}
    const held = new Promise<void>((resolve) => {
      send = resolve
    })
    await page.route('**/EventCalendar-*.js', (route) => held.then(() => route.continue()))
    await page.goto(address('month'))
    await page.getByText('Loading calendar...').waitFor()
    const before = await page.locator('.calendar-frame').boundingBox()
    send()
    await calendar(page).waitFor()
    expect(await calendar(page).boundingBox()).toEqual(before)
    expect(await page.getByText('Loading calendar...').count()).toBe(0)
  })

  test('loads its pieces nowhere else', async () => {
    const page = await openPage()
    await signIn(page)
    const pieces: string[] = []
    page.on('request', (request) => /calendar/i.test(request.url()) && pieces.push(request.url()))
    await page.goto('/dashboard')
    await page.waitForLoadState('networkidle')
    expect(pieces).toEqual([])
  })
})

describe('the address', () => {
  test('holds view and date, and back goes back', async () => {
    const page = await openCalendar(address('month'))
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

  test.each([
    ['week', 'Next week', '23 – 29 November 2026'],
    ['week', 'Previous week', '9 – 15 November 2026'],
    ['day', 'Next day', 'Saturday 21 November 2026'],
    ['agenda', 'Previous month', 'October 2026'],
  ])('in the view %s, %s leads to %s', async (view, name, to) => {
    const page = await openCalendar(address(view))
    await link(page, name).click()
    await soon(() => title(page).textContent()).toBe(to)
  })

  test('today leads to today, wherever one is', async () => {
    const page = await openCalendar(address('day', '2020-02-29'))
    expect(await today(page).count()).toBe(0)
    await link(page, 'Today').click()
    await today(page).waitFor()
    await soon(() => query(page)).toEqual({ view: 'day' })
  })

  test.each(['?view=year&date=2026-02-30', '?view=&date=soon', '?date=10000-01-01', '?date=0000-00-00'])(
    'unknown values mean the default: %s',
    async (search) => {
      const page = await openCalendar(`/dashboard/Calendar${search}`)
      expect(await view(page, 'Month').getAttribute('aria-current')).toBe('page')
      expect(await today(page).count()).toBe(1)
    },
  )

  test('moving about leaves the page where it is scrolled to', async () => {
    const page = await openCalendar(address('month'))
    await page.setViewportSize({ width: 1280, height: 400 })
    await page.mouse.wheel(0, 150)
    await soon(() => page.evaluate(() => scrollY)).toBe(150)
    await link(page, 'Next month').evaluate((next: HTMLElement) => next.click())
    await soon(() => query(page).date).toBe('2026-12-01')
    expect(await page.evaluate(() => scrollY)).toBe(150)
  })
})

describe('events', () => {
  test.each(['month', 'week', 'day', 'agenda'])('selecting one in the view %s opens it', async (view) => {
    const page = await openPage()
    await signIn(page)
    const id = await addEvent(page)
    await goto(page, address(view))
    await link(page, /Dinner/).click()
    await page.waitForURL(`**/dashboard/EditEvent/${id}`)
  })

  test.each(['week', 'day', 'agenda'])('the view %s shows location and type', async (view) => {
    const page = await openCalendar(address(view), [{ Eventtype: 'Client', endDate: '2026-11-20T23:00' }])
    const event = link(page, /Dinner/)
    await event.scrollIntoViewIfNeeded()
    for (const text of ['Bristol', 'Client']) expect(await event.getByText(text).isVisible()).toBe(true)
  })

  test('in a month the type is a shape too, which is named below, and a word for those who listen', async () => {
    const page = await openCalendar(address('month'), november.slice(0, 4))
    const shapes = await page
      .getByRole('list', { name: 'Event types' })
      .locator('.event-mark')
      .evaluateAll((marks) => marks.map((mark) => getComputedStyle(mark).clipPath))
    expect(new Set(shapes).size).toBe(4)
    expect(await link(page, /Conference.*Client/).count()).toBeGreaterThan(0)
  })

  test('an event of several days stands at its hours on each of them', async () => {
    const page = await openCalendar(address('week'), november.slice(0, 1))
    const times = ['from 09:00', 'All day', 'All day', 'until 17:00']
    for (const [n, time] of times.entries()) {
      const column = page.getByRole('group', { name: `${17 + n} November` })
      expect(await link(column, /Conference/).textContent()).toContain(time)
    }
    expect(await link(page.getByRole('group', { name: '21 November' }), /Conference/).count()).toBe(0)
  })

  test('an event that ends at midnight is not on the day that begins there', async () => {
    const event = { startDate: '2026-11-20T20:00', endDate: '2026-11-21T00:00' }
    const page = await openCalendar(address('week'), [event])
    expect(await link(page, /Dinner/).count()).toBe(1)
    expect(await link(page, /Dinner/).textContent()).toContain('20:00–00:00')
    await goto(page, address('agenda'))
    expect(await link(page, /Dinner/).count()).toBe(1)
  })

  test('events at the same time stand beside each other, short ones too', async () => {
    const at = (start: string, end: string) => ({
      startDate: `2026-11-20T${start}`,
      endDate: `2026-11-20T${end}`,
    })
    const page = await openCalendar(address('day'), [
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

  test("'+n more' opens all events of the day, Escape closes it and gives the focus back", async () => {
    const page = await openCalendar(address('month'), november)
    const more = page.getByRole('button', { name: '+2 more on Friday 20 November' })
    await more.focus()
    await page.keyboard.press('Enter')
    const events = page.locator('.day-events:popover-open')
    await events.waitFor()
    expect(await link(events, /Conference|Night shift|WWW|Event/).count()).toBe(4)
    expect(await link(events, /Conference/).textContent()).toContain('until 17:00')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Friday 20 November')
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await events.waitFor({ state: 'hidden' })
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('+2 more')
    await more.click()
    await events.getByText('until 17:00').click()
    await page.waitForURL('**/dashboard/EditEvent/*')
  })
})

describe('an empty slot', () => {
  const cell = (page: Page, n: number) => page.locator('.rbc-day-bg').nth(n)
  const foot = { position: { x: 20, y: 90 }, force: true }

  test('of a month opens AddEvent in the morning of its day', async () => {
    const page = await openCalendar(address('month'))
    await cell(page, 25).click(foot)
    await page.waitForURL('**/dashboard/AddEvent?*')
    expect(query(page)).toEqual({
      startDate: '2026-11-20T09:00',
      endDate: '2026-11-20T10:00',
      returnTo: '/dashboard/calendar?view=month&date=2026-11-20',
    })
  })

  test('of several days of a month begins on the first and ends on the last', async () => {
    const page = await openCalendar(address('month'))
    await drag(page, cell(page, 22), cell(page, 25), foot.position)
    await page.waitForURL('**/dashboard/AddEvent?*')
    expect(query(page)).toMatchObject({ startDate: '2026-11-17T09:00', endDate: '2026-11-20T10:00' })
  })

  test('of a week opens AddEvent with its half hour, or with what was drawn over', async () => {
    const page = await openCalendar(address('week'))
    const column = page.getByRole('group', { name: '18 November' })
    const at = (hours: number) => ({ position: { x: 30, y: hours * 48 + 3 } })
    await column.click(at(10.5))
    await page.waitForURL('**/dashboard/AddEvent?*')
    expect(query(page)).toMatchObject({ startDate: '2026-11-18T10:30', endDate: '2026-11-18T11:00' })
    await page.goBack()
    await column.hover(at(9))
    const { x = 0, y = 0 } = (await column.boundingBox()) ?? {}
    await page.mouse.down()
    await page.mouse.move(x + 30, y + 11.5 * 48 + 3, { steps: 12 })
    await page.mouse.up()
    await page.waitForURL('**/dashboard/AddEvent?*')
    expect(query(page)).toMatchObject({ startDate: '2026-11-18T09:00', endDate: '2026-11-18T12:00' })
  })

  test('before midnight ends at midnight', async () => {
    const page = await openCalendar(address('day'))
    await page.getByRole('group', { name: '20 November' }).click({ position: { x: 30, y: 23.5 * 48 + 9 } })
    await page.waitForURL('**/dashboard/AddEvent?*')
    expect(query(page)).toMatchObject({ startDate: '2026-11-20T23:30', endDate: '2026-11-21T00:00' })
  })

  test('is none beneath a day, an event or a list that is pressed', async () => {
    const page = await openCalendar(address('month'), november)
    const addresses: string[] = []
    page.on('framenavigated', (frame) => addresses.push(frame.url()))
    await page.getByRole('button', { name: /\+\d more on Friday 20/ }).click()
    const events = page.locator('.day-events:popover-open')
    await events.click({ position: { x: 3, y: 3 } })
    await cell(page, 8).click(foot)
    await events.waitFor({ state: 'hidden' })
    await link(page, /^Wednesday 18/).click()
    await soon(() => query(page)).toEqual({ view: 'day', date: '2026-11-18' })
    await page.waitForTimeout(300)
    expect(addresses.filter((at) => at.includes('AddEvent'))).toEqual([])
  })
})

describe('loading', () => {
  /** What is asked for is answered when it is let go. */
  async function hold(page: Page) {
    const waiting: (() => void)[] = []
    await page.route('**/Calendar.data*', async (route) => {
      await new Promise<void>((resolve) => waiting.push(resolve))
      await route.continue()
    })
    return {
      asked: () => waiting.length,
      letGo: () => {
        for (const go of waiting) go()
      },
    }
  }

  test('the calendar moves at once, shows what it knows, and then what is new', async () => {
    const page = await openCalendar(address('month'), [
      { Name: 'Known', startDate: '2026-11-30T10:00', endDate: '2026-12-02T10:00' },
      { Name: 'Late', startDate: '2026-12-20T10:00' },
    ])
    const { letGo } = await hold(page)
    await link(page, 'Next month').click()
    await soon(() => title(page).textContent()).toBe('December 2026')
    await link(page, /Known/).first().waitFor()
    expect(await link(page, /Late/).count()).toBe(0)
    expect(query(page).date).toBe('2026-11-20')
    letGo()
    await link(page, /Late/).waitFor()
    await soon(() => query(page).date).toBe('2026-12-01')
  })

  test('a month seen before is there at once; what has changed follows', async () => {
    const page = await openCalendar(address('month'), [{ Name: 'First' }])
    const id = await addEvent(page, { Name: 'Gone soon', startDate: '2026-12-20T10:00' })
    await addEvent(page, { Name: 'Stays', startDate: '2026-12-21T10:00' })
    await link(page, 'Next month').click()
    await link(page, /Stays/).waitFor()
    await link(page, 'Previous month').click()
    await link(page, /First/).waitFor()
    await soon(() => query(page).date).toBe('2026-11-01')
    await call(page, 'DELETE', `/api/v1/events/${id}`)
    const { letGo } = await hold(page)
    await link(page, 'Next month').click()
    await link(page, /Stays/).waitFor()
    expect(await link(page, /Gone soon/).count()).toBe(1)
    letGo()
    await link(page, /Gone soon/).waitFor({ state: 'hidden' })
    expect(await link(page, /Stays/).count()).toBe(1)
  })

  test('many steps in a row end where they lead', async () => {
    const page = await openCalendar(address('month'))
    const { letGo } = await hold(page)
    for (const month of ['December 2026', 'January 2027', 'February 2027']) {
      await link(page, 'Next month').click()
      await soon(() => title(page).textContent()).toBe(month)
    }
    letGo()
    await soon(() => query(page).date).toBe('2027-02-01')
  })

  test('it asks for what it shows and for nothing else', async () => {
    const page = await openCalendar(address('month'))
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'fetch') asked.push(new URL(request.url()).pathname)
    })
    await view(page, 'Week').click()
    await soon(() => query(page).view).toBe('week')
    await page.waitForLoadState('networkidle')
    expect(asked.filter((at) => at.endsWith('.data'))).toEqual(['/dashboard/Calendar.data'])
  })

  test("a load that fails says 'Failed to fetch events', and the calendar goes on", async () => {
    const page = await openCalendar(address('month'), [{ Name: 'Kept' }])
    await page.route('**/Calendar.data*', (route) => route.abort())
    await link(page, 'Next month').click()
    await page.getByText('Failed to fetch events').waitFor()
    expect(await title(page).textContent()).toBe('December 2026')
    await link(page, 'Previous month').click()
    await link(page, /Kept/).waitFor()
    await page.unroute('**/Calendar.data*')
    await addEvent(page, { Name: 'Found', startDate: '2026-12-24T18:00' })
    await link(page, 'Next month').click()
    await link(page, /Found/).waitFor()
  })

  test('an agenda says that nothing is planned only when it knows', async () => {
    const page = await openCalendar(address('agenda'))
    const nothing = page.getByText(/Nothing is planned for/)
    await nothing.waitFor()
    const { letGo } = await hold(page)
    await link(page, 'Next month').click()
    await nothing.waitFor({ state: 'hidden' })
    await page.locator('.agenda').getByText('Loading calendar...').waitFor()
    letGo()
    await nothing.waitFor()
    await page.unroute('**/Calendar.data*')
    await page.route('**/Calendar.data*', (route) => route.abort())
    await link(page, 'Next month').click()
    await page.locator('.agenda').getByText('Failed to fetch events').waitFor()
    await page.unroute('**/Calendar.data*')
    await link(page, 'Try again').click()
    await nothing.waitFor()
  })

  test('without its pieces the calendar is an agenda', async () => {
    const page = await openPage()
    await signIn(page)
    await addEvent(page)
    await page.route('**/EventCalendar-*.js', (route) => route.abort())
    await page.goto(address('month'))
    await link(page.locator('.agenda'), /Dinner/).waitFor()
  })

  test('a session that has ended leads home', async () => {
    const page = await openCalendar(address('month'))
    await page.context().clearCookies()
    await link(page, 'Next month').click()
    await page.waitForURL('/')
  })
})

describe('the keyboard alone', () => {
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

  test('reaches all views, moves, opens an event', async () => {
    const page = await openCalendar(address('month'), [{}, { startDate: '2026-12-01T19:00' }])
    for (const view of ['Week', 'Day', 'Agenda', 'Month']) {
      await press(page, new RegExp(`^${view}$`))
      await soon(() => query(page).view).toBe(view.toLowerCase())
    }
    await press(page, /Next month/)
    await soon(() => query(page).date).toBe('2026-12-01')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Next month')
    await press(page, /Tuesday 1 December/)
    await page.waitForURL('**/dashboard/EditEvent/*')
  })

  test('adds an event on a day of the month', async () => {
    const page = await openCalendar(address('month'))
    await press(page, /^Wednesday 25/)
    await soon(() => title(page).textContent()).toBe('Wednesday 25 November 2026')
    await press(page, /^Add Event$/)
    await page.waitForURL('**/dashboard/AddEvent?*')
  })

  test('adds an event on a day of the week at a sensible hour', async () => {
    const page = await openCalendar(address('week'))
    await link(page, 'Add Event on Thursday 19 November').focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/dashboard/AddEvent?*')
    expect(query(page)).toMatchObject({ startDate: '2026-11-19T09:00', endDate: '2026-11-19T10:00' })
  })

  test('scrolls the hours of a day without events', async () => {
    const page = await openCalendar(address('day'))
    await page.getByRole('group', { name: 'Hours' }).focus()
    const top = () => page.locator('.rbc-time-content').evaluate((content) => content.scrollTop)
    const before = await top()
    await page.keyboard.press('ArrowDown')
    await soon(top).toBeGreaterThan(before)
  })
})

describe('without JavaScript', () => {
  const setting = { javaScript: false }

  test("is the month's agenda with links to the events", async () => {
    const page = await openPage(setting)
    await signIn(page)
    const id = await addEvent(page, { Eventtype: 'Colleagues', endDate: '2026-11-20T21:30' })
    await addEvent(page, { Name: 'Elsewhere', startDate: '2026-12-01T10:00' })
    await page.goto(address('month'))
    expect(await title(page).textContent()).toBe('November 2026')
    const event = link(page, /Dinner/)
    for (const text of ['19:00–21:30', 'Bristol', 'Colleagues']) {
      expect(await event.getByText(text).isVisible()).toBe(true)
    }
    expect(await event.getAttribute('href')).toBe(`/dashboard/EditEvent/${id}`)
    expect(await link(page, /Elsewhere/).count()).toBe(0)
    expect(await page.getByText('Loading calendar...').isVisible()).toBe(false)
  })

  test('links lead to the month before, the month after, today and other stretches of time', async () => {
    const page = await openPage(setting)
    await signIn(page)
    await page.goto(address('month'))
    await link(page, 'Next month').click()
    expect(await title(page).textContent()).toBe('December 2026')
    await link(page, 'Previous month').click()
    expect(await title(page).textContent()).toBe('November 2026')
    await view(page, 'Week').click()
    expect(await title(page).textContent()).toBe('26 October – 1 November 2026')
    await page.getByText('Nothing is planned for 26 October – 1 November 2026.').waitFor()
    await link(page, 'Today').click()
    expect(query(page)).toEqual({ view: 'week' })
  })
})

const settings = (Object.keys(widths) as (keyof typeof widths)[]).flatMap((width) =>
  themes.map((theme) => ({ width, theme })),
)

describe.each(settings)('at $width width in the $theme theme', (setting) => {
  test('every view is accessible and fits, full and empty', async () => {
    const page = await openCalendar(address('month'), november, setting)
    for (const name of calendarViews) {
      for (const date of ['2026-11-20', '2027-02-10']) {
        await goto(page, address(name, date))
        expect(await axeViolations(page), `${name} of ${date}`).toEqual([])
        expect(await overflow(page), name).toBeLessThanOrEqual(0)
      }
    }
  })

  test('it is accessible and fits without JavaScript, and while it comes', async () => {
    const page = await openPage(setting)
    await signIn(page)
    for (const event of november) await addEvent(page, event)
    await page.route('**/*.js', (route) => route.abort())
    await page.goto(address('month'))
    expect(await axeViolations(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  })
})

test('every view fits every width', async () => {
  const page = await openCalendar(address('month'), november)
  for (const name of calendarViews) {
    await goto(page, address(name))
    for (const width of [320, 400, 599, 600, 768, 991, 992, 1120, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      await soon(() => overflow(page)).toBeLessThanOrEqual(0)
    }
  }
})

describe('on a phone', () => {
  test('a day of the month is pressed anywhere and opens, with a way to add', async () => {
    const page = await openCalendar(address('month'), november, { width: 'phone' })
    await page
      .locator('.rbc-day-bg')
      .nth(25)
      .click({ position: { x: 20, y: 80 }, force: true })
    await soon(() => title(page).textContent()).toBe('Friday 20 November 2026')
    await link(page, 'Add Event on Friday 20 November').click()
    await page.waitForURL('**/dashboard/AddEvent?*')
    expect(query(page)).toMatchObject({ startDate: '2026-11-20T09:00' })
  })

  test('a week is wider than the screen, begins with its day in sight, and its heads go along', async () => {
    const page = await openCalendar(address('week'), november, { width: 'phone' })
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
