import { v7 as uuid } from 'uuid'
import { describe, expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { buds } from '~drizzle/schema'
import { visibleText } from '../../support/client'
import { isRemote } from '../../support/database'
import { createBud, createCircle, createEvent, createUser, signedIn } from '../../support/factories'
import { undoLast } from '../../support/history'
import { recordStatements } from '../../support/statements'

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

  test("has the dates of the user's buds on their days, before the events, with a link to the bud", async () => {
    const owner = await signedIn()
    const birthday = { label: 'Birthday', year: 1986, month: 11, day: 20 }
    const ada = await createBud(owner.user, {
      Firstname: 'Ada',
      Surname: 'Lovelace',
      dates: [birthday, { label: 'Wedding', year: 2025, month: 11, day: 21 }],
    })
    await createBud(owner.user, { Firstname: 'Bo', dates: [{ ...birthday, year: null }] })
    await createBud(owner.user, { Firstname: 'Unborn', dates: [{ ...birthday, year: 2026, day: 22 }] })
    await createBud(owner.user, { Firstname: 'Later', dates: [{ ...birthday, month: 12, day: 31 }] })
    await createBud(await createUser(), { Firstname: 'Secretive', dates: [birthday] })
    await createEvent(owner.user, { startDate: '2026-11-20T00:00', endDate: '2026-11-20T01:00' })
    const page = await owner.visit(november)
    expect(visibleText(page)).toContain(
      'Friday 20 November All day Ada Lovelace : Birthday, turns 40 Date All day Bo : Birthday Date ' +
        '00:00–01:00 Dinner Bristol Social Saturday 21 November All day Ada Lovelace : Wedding, 1 year Date ' +
        'Sunday 22 November All day Unborn : Birthday Date',
    )
    expect(page.text).toContain(`href="/dashboard/Bud/${ada._id}"`)
    expect(page.text).not.toMatch(/Later|Secretive/)
    expect((await owner.get('/api/v1/events?from=2026-11-01T00:00&to=2026-12-01T00:00')).text).not.toContain(
      'Ada',
    )
  })

  test('shows 29 February on 28 February in common years, and a new year in the ranges of two years', async () => {
    const owner = await signedIn()
    const dates = [
      { label: 'Birthday', year: 2000, month: 2, day: 29 },
      { label: 'Party', year: null, month: 1, day: 1 },
    ]
    await createBud(owner.user, { Firstname: 'Leap', dates })
    const day = async (date: string) =>
      visibleText(await owner.visit(`/dashboard/Calendar?view=day&date=${date}`))
    expect(await day('2027-02-28')).toContain('Leap : Birthday, turns 27')
    expect(await day('2028-02-28')).not.toContain('Leap')
    expect(await day('2028-02-29')).toContain('Leap : Birthday, turns 28')
    const week = await owner.visit('/dashboard/Calendar?view=week&date=2026-12-31')
    expect(visibleText(week)).toContain('Friday 1 January All day Leap : Party Date')
  })

  test('has the milestones of circles on their day and on each yearly return, not before', async () => {
    const owner = await signedIn()
    const milestones = [
      { id: 1, date: '2028-02-29', description: 'Founded' },
      { id: 2, date: '2029-02-28', description: '' },
      { id: 3, date: '', description: 'Without a day' },
    ]
    const { _id } = await createCircle(owner.user, { Name: 'Climbers', milestones })
    await createCircle(await createUser(), { Name: 'Secretive', milestones })
    const february = async (year: number) => {
      const page = await owner.visit(`/dashboard/Calendar?view=agenda&date=${year}-02-01`)
      return { ...page, words: visibleText(page) }
    }
    expect((await february(2027)).text).not.toMatch(/Climbers|Secretive|Without a day/)
    const first = await february(2028)
    expect(first.words).toContain('Tuesday 29 February All day Climbers : Founded Date')
    expect(first.text).toContain(`href="/dashboard/Circle/${_id}"`)
    expect((await february(2029)).words).toContain(
      'Wednesday 28 February All day Climbers : Founded, 1 year Date All day Climbers : Milestone Date',
    )
    await owner.patch(`/api/v1/circles/${_id}`, { milestones: milestones.slice(1, 2) })
    const after = await february(2032)
    expect(after.words).toContain('Saturday 28 February All day Climbers : Milestone, 3 years Date')
    expect(after.words).not.toContain('Founded')
    await owner.delete(`/api/v1/circles/${_id}`)
    expect((await february(2032)).text).not.toContain('Climbers')
  })

  test('needs two statements, and has at most 1,000 dates', async () => {
    const owner = await signedIn()
    const date = (n: number) => ({ label: `Date ${n}`, year: 1990, month: 11, day: 1 + (n % 28) })
    const dates = Array.from({ length: 1_100 }, (_, n) => date(n))
    await db.insert(buds).values({ ownerId: owner.user._id, _id: uuid(), Firstname: 'Ada', dates })
    await createEvent(owner.user)
    await owner.visit(november)
    const { result, statements } = await recordStatements(() => owner.visit(november))
    if (!isRemote) expect(statements).toHaveLength(2)
    expect(result.text.match(/href="\/dashboard\/Bud\//g)).toHaveLength(1_000)
    expect(result.text).toContain('Dinner')
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

describe('the form of an event that is dragged', () => {
  const week = '/dashboard/Calendar?view=week&date=2026-11-20'
  const times = { startDate: '2026-11-12T19:00', endDate: '2026-11-12T21:00' }
  const series = { startDate: '2026-11-03T19:00', endDate: '2026-11-03T21:00', repeat: 'FREQ=WEEKLY' }
  const second = { ...times, occurrence: '2026-11-10T19:00' }

  test('moves an event, or the occurrences of the scope, as one change set', async () => {
    const owner = await signedIn()
    const starts = async () =>
      (await owner.get('/api/v1/events?from=2026-11-01T00:00&to=2026-11-20T00:00')).body.events.map(
        ({ startDate }: { startDate: string }) => startDate.slice(8, 10),
      )
    const { _id } = await createEvent(owner.user, series)
    for (const [scope, after] of [
      ['this', ['03', '12', '17']],
      ['following', ['03', '12', '19']],
      ['all', ['05', '12', '19']],
    ] as const) {
      const response = await owner.submit(week, { _id, ...second, scope })
      expect(response).toHaveRedirect(week)
      expect(response).toSendToast('Event edited successfully')
      expect(await starts()).toEqual(after)
      await undoLast(owner)
      expect(await starts()).toEqual(['03', '10', '17'])
    }
    const single = await createEvent(owner.user)
    expect(await owner.submit(week, { _id: single._id, ...times })).toHaveRedirect(week)
    expect((await owner.get(`/api/v1/events/${single._id}`)).body.event).toMatchObject(times)
  })

  test('is refused with a message, and changes nothing', async () => {
    const owner = await signedIn()
    const { _id } = await createEvent(owner.user, series)
    const { _id: theirs } = await createEvent(await createUser())
    const before = (await owner.get(`/api/v1/events/${_id}`)).body
    for (const [fields, status, msg] of [
      [{ _id, ...second, scope: 'none' }, 400, 'scope must be one of this, following, all'],
      [{ _id, ...second }, 400, 'occurrence and scope belong together'],
      [{ _id, ...times, startDate: 'soon' }, 400, 'Start date'],
      [{ _id, ...times, endDate: '2026-11-01T00:00' }, 400, 'End date must not be before the start date'],
      [{ _id, ...second, occurrence: '2026-11-11T19:00', scope: 'all' }, 400, 'The event has no occurrence'],
      [{ _id, ...second, scope: 'this', _version: '0' }, 412, 'This event has changed since you opened it'],
      [{ _id: theirs, ...times }, 404, 'Event not found'],
      [{ _id: 'x', ...times }, 404, 'Event not found'],
    ] as [Record<string, string>, number, string][]) {
      const response = await owner.submit(week, fields)
      expect([response.status, response.text.includes(msg)], msg).toEqual([status, true])
    }
    expect((await owner.get(`/api/v1/events/${_id}`)).body).toEqual(before)
  })
})
