import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { axeViolations, button, call, expectShown, holdBack, pathOf, press, signIn } from '../support/browser'
import { addEvent, calendarPath, goto, link, withCalendar } from '../support/calendar'

const { openPage } = withCalendar()

const dinner = { startDate: '2026-11-20T19:15', endDate: '2026-11-20T21:45' }
const choir = {
  Name: 'Choir',
  Location: 'St Mary',
  Eventtype: 'Client',
  startDate: '2026-11-03T18:00',
  endDate: '2026-11-03T20:00',
  repeat: 'FREQ=WEEKLY',
}
const evenings = ['11-03', '11-10', '11-17', '11-24'].map((day) => `2026-${day}T18:00`)

async function open(view: 'month' | 'week') {
  const page = await openPage()
  await signIn(page)
  const id = await addEvent(page, dinner)
  await call(page, 'POST', '/api/v1/events', choir)
  await goto(page, calendarPath(view))
  return { page, id }
}

/** The starts of what the server has in November. */
async function startsOf(page: Page, name: string): Promise<string[]> {
  const { events } = await call(page, 'GET', '/api/v1/events?from=2026-11-01T00:00&to=2026-12-01T00:00')
  return events
    .filter(({ Name }: { Name: string }) => Name === name)
    .map(({ startDate }: { startDate: string }) => startDate)
}

const centreOf = async (locator: Locator) => {
  const { x, y, width, height } = (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return { x: x + width / 2, y: y + height / 2 }
}

/** The cell of a day in November, in the month view. */
const cell = (page: Page, day: number) => page.locator('.rbc-day-bg').nth(day + 5)
const column = (page: Page, day: number) => page.getByRole('group', { name: `${day} November` })
const eventIn = (page: Page, place: string) => link(page, new RegExp(place))

async function hold(page: Page, event: Locator, to: { x: number; y: number }) {
  await event.scrollIntoViewIfNeeded()
  const from = await centreOf(event)
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 6 })
}

async function drag(page: Page, event: Locator, to: Locator) {
  await hold(page, event, await centreOf(to))
  await page.mouse.up()
}

describe('an event that is dragged', () => {
  test('to another day of the month keeps its time and length, is drawn there at once, and Undo moves it back', async () => {
    const { page, id } = await open('month')
    const send = await holdBack(page, /calendar\.data\?/i)
    const before = await page.evaluate(() => history.length)
    await drag(page, eventIn(page, 'Dinner.*Friday 20'), cell(page, 25))
    await eventIn(page, 'Dinner.*Wednesday 25 November, 19:15–21:45').waitFor()
    send()
    await expectShown(page, 'Event edited successfully')
    expect(await startsOf(page, 'Dinner')).toEqual(['2026-11-25T19:15'])
    expect((await call(page, 'GET', `/api/v1/events/${id}`)).event.endDate).toBe('2026-11-25T21:45')
    expect(await page.evaluate(() => history.length)).toBe(before)
    expect(pathOf(page)).toBe(calendarPath('month'))
    await press(page, 'Undo')
    await eventIn(page, 'Dinner.*Friday 20 November, 19:15').waitFor()
    expect(await startsOf(page, 'Dinner')).toEqual([dinner.startDate])
  })

  test('in a week moves to the step at which it is dropped, and stays where it is after Escape or outside of the days', async () => {
    const { page } = await open('week')
    const event = eventIn(page, 'Dinner')
    await event.scrollIntoViewIfNeeded()
    const { y } = await centreOf(event)
    const { x } = await centreOf(column(page, 18))
    await hold(page, event, { x, y: y - 50 })
    await link(column(page, 18), /18:30–21:00/).waitFor()
    await page.keyboard.press('Escape')
    await link(column(page, 20), /19:15–21:45/).waitFor()
    const back = await centreOf(event)
    await page.mouse.move(back.x, back.y)
    await page.mouse.up()
    await hold(page, event, { x: 5, y })
    await page.mouse.up()
    await link(column(page, 20), /19:15–21:45/).waitFor()
    await hold(page, event, { x, y: (await centreOf(event)).y - 50 })
    await page.mouse.up()
    await expectShown(page, 'Event edited successfully')
    expect(await startsOf(page, 'Dinner')).toEqual(['2026-11-18T18:30'])
    expect(pathOf(page)).toBe(calendarPath('week'))
    await event.click()
    await page.waitForURL('**/dashboard/EditEvent/*')
  })

  test('is drawn where it was, with a message, if it was changed or deleted meanwhile or there is no network', async () => {
    const { page, id } = await open('month')
    const event = eventIn(page, 'Dinner')
    await page.context().setOffline(true)
    await drag(page, event, cell(page, 25))
    await expectShown(page, 'The server did not answer. Please try again.')
    await eventIn(page, 'Dinner.*Friday 20').waitFor()
    await page.context().setOffline(false)
    const moved = { startDate: '2026-11-19T19:15', endDate: '2026-11-19T21:45' }
    await call(page, 'PATCH', `/api/v1/events/${id}`, moved)
    await drag(page, event, cell(page, 25))
    await expectShown(page, 'This event has changed since you opened it')
    await eventIn(page, 'Dinner.*Thursday 19').waitFor()
    expect(await startsOf(page, 'Dinner')).toEqual([moved.startDate])
    await call(page, 'DELETE', `/api/v1/events/${id}`)
    await drag(page, event, cell(page, 25))
    await expectShown(page, 'Event not found')
    await event.waitFor({ state: 'detached' })
  })
})

describe('an occurrence of a series that is dragged', () => {
  const second = (page: Page) => eventIn(page, 'Choir.*Tuesday 10')

  test('asks which ones to move; Cancel moves none, and one moves as an event of its own', async () => {
    const { page } = await open('month')
    await drag(page, second(page), cell(page, 12))
    await expectShown(page, 'Which of Choir do you want to move to Thursday 12 November, 18:00–20:00?')
    await eventIn(page, 'Choir.*Thursday 12').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await press(page, 'Cancel')
    await second(page).waitFor()
    expect(await startsOf(page, 'Choir')).toEqual(evenings)
    await drag(page, second(page), cell(page, 12))
    await press(page, 'Only this one')
    await expectShown(page, 'Event edited successfully')
    expect(await startsOf(page, 'Choir')).toEqual(evenings.with(1, '2026-11-12T18:00'))
    await button(page, 'Undo').click()
    await second(page).waitFor()
    expect(await startsOf(page, 'Choir')).toEqual(evenings)
  })

  test('moves the whole series by the difference, and those that follow', async () => {
    const { page } = await open('month')
    await drag(page, second(page), cell(page, 11))
    await press(page, 'The whole series')
    await expectShown(page, 'Event edited successfully')
    const wednesdays = ['11-04', '11-11', '11-18', '11-25'].map((day) => `2026-${day}T18:00`)
    expect(await startsOf(page, 'Choir')).toEqual(wednesdays)
    await drag(page, eventIn(page, 'Choir.*Wednesday 18'), cell(page, 19))
    await press(page, 'This and following')
    await eventIn(page, 'Choir.*Thursday 26').waitFor()
    expect(await startsOf(page, 'Choir')).toEqual([
      ...wednesdays.slice(0, 2),
      '2026-11-19T18:00',
      '2026-11-26T18:00',
    ])
  })
})
