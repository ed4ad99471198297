import { describe, expect, test } from 'vitest'
import { visibleText } from '../support/client'
import { createBud, createEvent, createUser, signedIn } from '../support/factories'

const november = '/dashboard/Calendar?view=month&date=2026-11-20'

describe('the HTML of the calendar', () => {
  test('contains the name, times, place and type of each event on each of its days', async () => {
    const owner = await signedIn()
    for (const [Name, startDate, endDate] of [
      ['Dinner', '2026-11-20T19:00', '2026-11-20T21:30'],
      ['Party', '2026-11-20T20:00', '2026-11-21T00:00'],
      ['Trip', '2026-11-20T09:00', '2026-11-22T17:00'],
      ['Reminder', '2026-11-20T00:00', '2026-11-20T00:00'],
    ] as const) {
      await createEvent(owner.user, { Name, Location: 'Bath', Eventtype: 'Client', startDate, endDate })
    }
    expect(visibleText(await owner.visit(november)).replaceAll(' Bath Client', '.')).toContain(
      'Friday 20 November 00:00 Reminder. from 09:00 Trip. 19:00–21:30 Dinner. 20:00–00:00 Party. ' +
        'Saturday 21 November All day Trip. Sunday 22 November until 17:00 Trip.',
    )
  })

  test('contains only events of the user in the period, without attendees, and is never cached', async () => {
    const owner = await signedIn()
    const bud = await createBud(owner.user, { Firstname: 'Attentive' })
    const { _id } = await createEvent(owner.user, { selectedBuds: [bud._id] })
    await createEvent(owner.user, { Name: 'Later', startDate: '2026-12-24T18:00' })
    await createEvent(await createUser(), { Name: 'Secretive' })
    const { status, headers, text } = await owner.visit(november)
    expect([status, headers.get('Cache-Control')]).toEqual([200, 'no-store'])
    expect(text).toContain(`href="/dashboard/EditEvent/${_id}"`)
    expect(text).not.toMatch(/Attentive|Later|Secretive/)
  })

  test('without a date contains today in every time zone', async () => {
    const owner = await signedIn()
    const dayIn = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 10)
    await createEvent(owner.user, { Name: 'Baker Island', startDate: `${dayIn(-12)}T00:30` })
    await createEvent(owner.user, { Name: 'Kiritimati', startDate: `${dayIn(14)}T12:30` })
    const { text } = await owner.visit('/dashboard/Calendar?view=day')
    for (const name of ['Baker Island', 'Kiritimati']) expect(text).toContain(name)
  })
})
