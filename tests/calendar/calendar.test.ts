import { describe, expect, test } from 'vitest'
import { visibleText } from '../support/client'
import { createEvent, signedIn } from '../support/factories'

const november = '/dashboard/Calendar?view=month&date=2026-11-20'

describe('the HTML of the calendar', () => {
  test('contains the events with name, time, place, type and link', async () => {
    const owner = await signedIn()
    const { _id } = await createEvent(owner.user, { Name: 'Tea', Location: 'Bath', Eventtype: 'Client' })
    await createEvent(owner.user, { Name: 'Later', startDate: '2026-12-24T18:00' })
    const page = await owner.visit(november)
    expect(page.status).toBe(200)
    expect(visibleText(page)).toContain('19:00–23:00 Tea Bath Client')
    expect(page.text).toContain(`href="/dashboard/EditEvent/${_id}"`)
    expect(page.text).not.toContain('Later')
  })

  test('does not contain events of other owners', async () => {
    const owner = await signedIn()
    await createEvent(owner.user, { Name: 'Secretive' })
    const other = await signedIn()
    expect((await other.visit(november)).text).not.toContain('Secretive')
  })

  test('does not contain attendees', async () => {
    const owner = await signedIn()
    const bud = await owner.post('/api/v1/buds', { Firstname: 'Attentive' })
    await createEvent(owner.user, { selectedBuds: [bud.body.bud._id] })
    const page = await owner.visit(november)
    expect(page.text).toContain('Dinner')
    expect(page.text).not.toContain('Attentive')
  })

  test('without a date contains today in every time zone', async () => {
    const owner = await signedIn()
    const dayIn = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 10)
    await createEvent(owner.user, { Name: 'Baker Island', startDate: `${dayIn(-12)}T00:30` })
    await createEvent(owner.user, { Name: 'Kiritimati', startDate: `${dayIn(14)}T12:30` })
    const { text } = await owner.visit('/dashboard/Calendar?view=day')
    for (const name of ['Baker Island', 'Kiritimati']) expect(text).toContain(name)
  })

  test('is never cached', async () => {
    const owner = await signedIn()
    expect((await owner.visit(november)).headers.get('Cache-Control')).toBe('no-store')
  })
})
