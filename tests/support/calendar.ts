import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { addDays } from '~/events/calendar/calendar-days'
import { account, call, type Setting, settled, withBrowser } from './browser'

export type Fields = Partial<Record<'Name' | 'Location' | 'Eventtype' | 'startDate' | 'endDate', string>>

export async function addEvent(page: Page, fields: Fields = {}) {
  const { startDate = '2026-11-20T19:00', endDate = startDate } = fields
  const dinner = { Name: 'Dinner', Location: 'Bristol', Eventtype: 'Social', startDate, endDate }
  const { event } = await call(page, 'POST', '/api/v1/events', { ...dinner, ...fields })
  return event._id as string
}

export const calendarPath = (view: string, date = '2026-11-20') =>
  `/dashboard/Calendar?view=${view}&date=${date}`
export const calendar = (page: Page) => page.locator('.rbc-calendar')
export const link = (page: Page | Locator, name: string | RegExp) => page.getByRole('link', { name })
export const title = (page: Page) => page.getByRole('heading', { level: 2 })
export const query = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)
export const today = (page: Page) => page.locator('[aria-current=date]')
export const view = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
export const soon = <T>(read: () => T) => expect.poll(read)

export async function goto(page: Page, path: string) {
  await page.goto(path)
  const isAgenda = /view=agenda/.test(path)
  await (isAgenda ? page.locator('.agenda') : calendar(page)).waitFor()
  await settled(page)
}

/** Forty events in November. Three end on a later day, some are simultaneous, and one has a long name. */
export const november: Fields[] = [
  { Name: 'Conference', Eventtype: 'Client', startDate: '2026-11-17T09:00', endDate: '2026-11-20T17:00' },
  { Name: 'Away', Eventtype: 'Other', startDate: '2026-11-06T00:00', endDate: '2026-11-12T00:00' },
  {
    Name: 'Night shift',
    Eventtype: 'Colleagues',
    startDate: '2026-11-20T22:00',
    endDate: '2026-11-21T06:00',
  },
  {
    Name: 'W'.repeat(60),
    Location: 'L'.repeat(90),
    startDate: '2026-11-20T10:00',
    endDate: '2026-11-20T12:00',
  },
  ...Array.from({ length: 36 }, (_, n) => {
    const day = addDays('2026-11-01', (n * 7) % 30)
    const hour = String(8 + ((n * 5) % 12)).padStart(2, '0')
    const Eventtype = ['Social', 'Client', 'Colleagues', 'Other'][n % 4]
    return { Name: `Event ${n}`, Eventtype, startDate: `${day}T${hour}:00`, endDate: `${day}T${hour}:45` }
  }),
]

const owners = new Map<string, (page: Page) => Promise<string[]>>()

/** Signs in as a user with these events, the same user for the same events. Resolves to the ids of the events. */
export async function signInWith(page: Page, events: Fields[] = []) {
  const key = JSON.stringify(events)
  const owner =
    owners.get(key) ??
    account(async (first) => {
      const ids: string[] = []
      for (const event of events) ids.push(await addEvent(first, event))
      return ids
    })
  owners.set(key, owner)
  return owner(page)
}

const date = (label: string, year: number | null, day: number) => ({ label, year, month: 11, day })

/** Buds with dates: one on 22 November, one on 26 November, five on 25 November. */
const budsWithDates = [
  { Firstname: 'Ada', Surname: 'Lovelace', dates: [date('Birthday', 1986, 22)] },
  { Firstname: 'W'.repeat(60), dates: [date('Wedding', null, 26), date('Birthday', null, 25)] },
  ...Array.from({ length: 4 }, (_, n) => ({ Firstname: `Bo ${n}`, dates: [date('Birthday', 2000 + n, 25)] })),
]

/** Signs in as a user with the events of `november` and buds with dates. Resolves to the ids of the buds. */
export const signInWithDates = account(async (page) => {
  for (const event of november) await addEvent(page, event)
  const ids: string[] = []
  for (const bud of budsWithDates) ids.push((await call(page, 'POST', '/api/v1/buds', bud)).bud._id)
  return ids
})

/** A browser for the tests of a file, and the calendar of a user with some events in it. */
export function withCalendar() {
  const { openPage } = withBrowser()

  async function openCalendar(path: string, events: Fields[] = [], setting: Setting = {}) {
    const page = await openPage(setting)
    await signInWith(page, events)
    await goto(page, path)
    return page
  }

  return { openPage, openCalendar }
}
