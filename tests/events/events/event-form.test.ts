import { describe, expect, test } from 'vitest'
import { visibleText } from '../../support/client'
import { createBud, signedIn } from '../../support/factories'
import { formIn, typed, valuesIn } from '../../support/form'
import { withoutTable } from '../../support/outage'
import { event } from '../../support/records'

const add = '/dashboard/AddEvent'

describe('returnTo', () => {
  test('is a path of this site, by default the list', async () => {
    const user = await signedIn()
    for (const returnTo of [
      '/dashboard/calendar?view=week&date=2026-11-20',
      '/dashboard/AllEvents?search=a%20b',
      '',
    ]) {
      const response = await user.submit(add, { ...event.minimal, returnTo })
      expect(response).toHaveRedirect(returnTo || '/dashboard/allevents')
      expect(response).toSendToast('Event added successfully')
    }
  })

  test('that is not a path of this site is ignored', async () => {
    const user = await signedIn()
    for (const returnTo of [
      ...['https://evil.example', 'http://own.invalid/dashboard', '//evil.example', '///evil.example'],
      ...['/\\evil.example', '\\\\evil.example', '/\t/evil.example', '/\n/evil.example', ' //evil.example'],
      ...['/.//evil.example', '/..//evil.example', '/a/..//evil.example', '/%2e//evil.example'],
      ...['/./\\evil.example', 'evil.example', '@evil.example', '?x'],
      ...['javascript:alert(1)', 'data:text/html,x'],
    ]) {
      const response = await user.submit(add, { ...event.minimal, returnTo })
      expect(response).toHaveRedirect('/dashboard/allevents')
      const page = await user.visit(`${add}?${new URLSearchParams({ returnTo })}`)
      expect(valuesIn(formIn(page), 'returnTo'), returnTo).toEqual(['/dashboard/allevents'])
      expect(page.text).not.toMatch(/(href|value)="[^"]*evil/)
    }
  })
})

describe('the form of a new event', () => {
  test("opened from the calendar has the chosen times and '(from calendar)', and saving it, even after an error, returns there", async () => {
    const user = await signedIn()
    const path = `${add}?startDate=2026-11-21T09:30&endDate=2026-11-21T10:00&returnTo=/dashboard/calendar`
    const opened = await user.visit(path)
    const form = formIn(opened)
    expect(Object.fromEntries(form)).toMatchObject({
      startDate: '2026-11-21T09:30',
      endDate: '2026-11-21T10:00',
      returnTo: '/dashboard/calendar',
    })
    const refused = await user.submit(path, form)
    expect(refused.status).toBe(400)
    for (const page of [opened, refused]) expect(visibleText(page)).toContain('(from calendar)')
    expect(visibleText(await user.visit(add))).not.toContain('(from calendar)')
    const { Name, Location, Eventtype } = event.minimal
    const response = await user.submit(path, typed(formIn(refused), { Name, Location, Eventtype }))
    expect(response).toHaveRedirect('/dashboard/calendar')
    expect(response).toSendToast('Event added successfully')
  })

  test('ignores a start that is not a valid time', async () => {
    const user = await signedIn()
    for (const startDate of [
      ...['2026-11-21', 'yesterday', '2026-02-30T10:00', '2026-11-21T10:00:00', '2026-11-21T24:00'],
      ...['0000-01-01T00:00', '\0'],
    ]) {
      const page = await user.visit(
        `${add}?${new URLSearchParams({ startDate, endDate: '2026-11-21T10:00' })}`,
      )
      expect(page.status).toBe(200)
      expect(Object.fromEntries(formIn(page))).toMatchObject({ startDate: '', endDate: '2026-11-21T10:00' })
    }
  })
})

test("'When are they free?' and the choice of a time keep what was typed, and save nothing", async () => {
  const user = await signedIn()
  const { _id } = await createBud(user.user, { Firstname: 'Ada' })
  const form = typed(formIn(await user.visit(`${add}?buds=${_id}`)), { Name: 'Dinner', Location: 'Here' })
  const offered = await user.submit(add, [...form, ['intent', 'find-times']])
  expect(visibleText(offered)).toContain('Evening: nobody has an event')
  expect(Object.fromEntries(formIn(offered))).toMatchObject({
    Name: 'Dinner',
    Location: 'Here',
    startDate: '',
  })
  const [, intent = '', start, end] = /value="(choose-time (\S+) (\S+))"/.exec(offered.text) ?? []
  const chosen = await user.submit(add, [...formIn(offered), ['intent', intent]])
  expect(Object.fromEntries(formIn(chosen))).toMatchObject({
    Name: 'Dinner',
    startDate: start,
    endDate: end,
    selectedBuds: _id,
  })
  expect((await user.get('/api/v1/events')).body.totalEvents).toBe(0)
  const nobody = await user.submit(add, { ...event.minimal, intent: 'find-times' })
  expect(visibleText(nobody)).toContain('First choose who comes.')
})

test("a server error shows 'Error creating event' and keeps the input", async () => {
  const user = await signedIn()
  const page = await withoutTable('events', () => user.submit(add, event.minimal))
  expect(page.status).toBe(500)
  expect(visibleText(page)).toContain('Error creating event')
  expect(page.text).toContain(`value="${event.minimal.Name}"`)
})

test("an empty list says 'No Events Found'", async () => {
  const user = await signedIn()
  expect(visibleText(await user.visit('/dashboard/AllEvents'))).toContain('No Events Found')
})
