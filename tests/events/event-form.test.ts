import { describe, expect, test } from 'vitest'
import { visibleText } from '../support/client'
import { createEvent, signedIn } from '../support/factories'
import { formIn, typed, valuesIn } from '../support/form'
import { event } from '../support/records'

const fromCalendar = '/dashboard/AddEvent?startDate=2026-11-21T09:30&endDate=2026-11-21T10:00'

describe('returnTo', () => {
  test.each([
    ['/dashboard/calendar', '/dashboard/calendar'],
    ['/dashboard/calendar?view=week&date=2026-11-20', '/dashboard/calendar?view=week&date=2026-11-20'],
    ['/dashboard/AllEvents?search=a%20b', '/dashboard/AllEvents?search=a%20b'],
    ['', '/dashboard/allevents'],
  ])('%j redirects to %s', async (returnTo, path) => {
    const response = await (await signedIn()).submit('/dashboard/AddEvent', { ...event.minimal, returnTo })
    expect(response).toHaveRedirect(path)
    expect(response).toSendToast('Event added successfully')
  })

  test('is /dashboard/allevents by default', async () => {
    const response = await (await signedIn()).submit('/dashboard/AddEvent', event.minimal)
    expect(response).toHaveRedirect('/dashboard/allevents')
  })

  test.each([
    'https://evil.example',
    'http://own.invalid/dashboard',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    '/./\\evil.example',
    ' //evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'evil.example',
    '@evil.example',
    '?x',
  ])('%j is not a path of this site and is ignored', async (returnTo) => {
    const user = await signedIn()
    const response = await user.submit('/dashboard/AddEvent', { ...event.minimal, returnTo })
    expect(response).toHaveRedirect('/dashboard/allevents')
    const page = await user.visit(`/dashboard/AddEvent?${new URLSearchParams({ returnTo })}`)
    expect(valuesIn(formIn(page), 'returnTo')).toEqual(['/dashboard/allevents'])
    expect(/(href|value)="[^"]*evil/.test(page.text)).toBe(false)
  })
})

describe('the form of a new event', () => {
  test("has the times of the calendar and '(from calendar)' in its title", async () => {
    const page = await (await signedIn()).visit(`${fromCalendar}&returnTo=/dashboard/calendar`)
    const form = Object.fromEntries(formIn(page))
    expect(form).toMatchObject({
      startDate: '2026-11-21T09:30',
      endDate: '2026-11-21T10:00',
      returnTo: '/dashboard/calendar',
    })
    expect(visibleText(page)).toContain('(from calendar)')
  })

  test("opened from the list does not have '(from calendar)' in its title", async () => {
    expect(visibleText(await (await signedIn()).visit('/dashboard/AddEvent'))).not.toContain(
      '(from calendar)',
    )
  })

  test("keeps '(from calendar)' when it is rejected, and returns to the calendar", async () => {
    const user = await signedIn()
    const path = `${fromCalendar}&returnTo=/dashboard/calendar`
    const page = await user.submit(path, formIn(await user.visit(path)))
    expect(page.status).toBe(400)
    expect(visibleText(page)).toContain('(from calendar)')
    const { Name, Location, Eventtype } = event.minimal
    const response = await user.submit(path, typed(formIn(page), { Name, Location, Eventtype }))
    expect(response).toHaveRedirect('/dashboard/calendar')
    expect(response).toSendToast('Event added successfully')
  })

  test.each([
    '2026-11-21',
    'yesterday',
    '2026-02-30T10:00',
    '2026-11-21T10:00:00',
    '2026-11-21T24:00',
    '0000-01-01T00:00',
    '\0',
  ])('ignores the time %j', async (startDate) => {
    const query = new URLSearchParams({ startDate, endDate: '2026-11-21T10:00' })
    const page = await (await signedIn()).visit(`/dashboard/AddEvent?${query}`)
    expect(page.status).toBe(200)
    expect(Object.fromEntries(formIn(page))).toMatchObject({ startDate: '', endDate: '2026-11-21T10:00' })
  })
})

test('the form of an event shows the stored times in any time zone of the server', async () => {
  const user = await signedIn()
  const before = process.env.TZ
  try {
    process.env.TZ = 'America/Sao_Paulo'
    const times = { startDate: '2018-11-04T00:00', endDate: '2018-11-04T00:30' }
    const { _id } = await createEvent(user.user, times)
    process.env.TZ = 'Pacific/Apia'
    const form = formIn(await user.visit(`/dashboard/EditEvent/${_id}`))
    expect(Object.fromEntries(form)).toMatchObject(times)
  } finally {
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
  }
})
