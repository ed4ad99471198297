import { beforeEach, describe, expect, test } from 'vitest'
import { clock } from '~/base/db/clock.server'
import { countEndedEvents } from '~/planning/today/contact-status.server'
import { allRows } from '../../data/history/model'
import { createClient } from '../../support/client'
import { createBud, createEvent, signedIn } from '../../support/factories'
import { changesOf, lastChange, undo, undoLast } from '../../support/history'

const api = '/api/v1/events'
type Owner = Awaited<ReturnType<typeof signedIn>>

let owner: Owner
beforeEach(async () => {
  owner = await signedIn()
  return () => clock.advanceTo(new Date())
})

/** A choir each Tuesday at 19:00 for two hours. */
const choir = {
  Name: 'Choir',
  Location: 'Bristol',
  Eventtype: 'Social',
  startDate: '2030-12-03T19:00',
  endDate: '2030-12-03T21:00',
  repeat: 'FREQ=WEEKLY',
}

async function addSeries(fields = {}) {
  const { body, status } = await owner.post(api, { ...choir, ...fields })
  expect(status, body.msg).toBe(201)
  return body.event
}

/** The starts and names of what is in a range. */
async function listed(from = '2030-12-01', to = '2031-01-01') {
  const { body } = await owner.get(`${api}?from=${from}T00:00&to=${to}T00:00`)
  return body.events.map(({ startDate, Name }: Record<string, string>) => `${startDate} ${Name}`)
}

const at = (occurrence: string, scope: string) => `?occurrence=${occurrence}&scope=${scope}`
const edit = (id: string, query: string, change: object) => owner.patch(`${api}/${id}${query}`, change)
const remove = (id: string, query: string) => owner.send('DELETE', `${api}/${id}${query}`)
const choirOn = (...days: number[]) =>
  days.map((day) => `2030-12-${String(day).padStart(2, '0')}T19:00 Choir`)

describe('a range', () => {
  test('has each occurrence with its own times, and the id of the series', async () => {
    const series = await addSeries({ skipped: ['2030-12-17T19:00'] })
    const { body } = await owner.get(`${api}?from=2030-12-10T20:00&to=2030-12-24T19:01`)
    expect(body).toMatchObject({
      totalEvents: 2,
      events: [
        {
          _id: series._id,
          startDate: '2030-12-10T19:00',
          endDate: '2030-12-10T21:00',
          occurrence: '2030-12-10T19:00',
        },
        { _id: series._id, startDate: '2030-12-24T19:00', occurrence: '2030-12-24T19:00', series: null },
      ],
    })
    expect(body.events[0]).not.toHaveProperty('repeatUntil')
  })

  test('counts to 1,000', async () => {
    await addSeries({ repeat: 'FREQ=DAILY' })
    await addSeries({ repeat: 'FREQ=DAILY', Name: 'Walk' })
    const { body } = await owner.get(`${api}?from=2030-12-01T00:00&to=2050-01-01T00:00`)
    expect(body).toMatchObject({ totalEvents: 1_000 })
    expect(body.events).toHaveLength(1_000)
    expect(body.events.at(-1).startDate).toBe('2032-04-15T19:00')
  })

  test('without a range a series is one entry, with its next start', async () => {
    await addSeries()
    await addSeries({
      Name: 'Past',
      startDate: '2020-12-01T19:00',
      endDate: '2020-12-01T20:00',
      repeat: 'FREQ=DAILY;COUNT=2',
    })
    const running = await addSeries({
      Name: 'Walk',
      startDate: '2020-12-01T19:00',
      endDate: '2020-12-01T20:00',
    })
    const { body } = await owner.get(`${api}?sort=soonestFirst`)
    const nextOf = ({ Name, nextDate }: Record<string, string>) => [Name, nextDate]
    const week = Date.now() + 7 * 86_400_000
    expect(body.events.map(nextOf)).toEqual([
      ['Walk', expect.any(String)],
      ['Choir', '2030-12-03T19:00'],
      ['Past', null],
    ])
    expect(Date.parse(body.events[0].nextDate)).toBeLessThan(week + 3_600_000)
    const upcoming = await owner.get(`${api}?when=upcoming`)
    expect(upcoming.body.totalEvents).toBe(2)
    const { body: one } = await owner.get(`${api}/${running._id}?occurrence=2020-12-08T19:00`)
    expect(one.event).toMatchObject({ startDate: '2020-12-08T19:00', endDate: '2020-12-08T20:00' })
  })
})

describe('one occurrence', () => {
  test('is taken out with what it changes, and the series leaves it out', async () => {
    const bud = await createBud(owner.user, { Firstname: 'Ada' })
    const series = await addSeries({ selectedBuds: [bud._id] })
    const { body, status } = await edit(series._id, at('2030-12-10T19:00', 'this'), {
      startDate: '2030-12-11T18:00',
      endDate: '2030-12-11T20:00',
    })
    expect(status, body.msg).toBe(200)
    expect(body.event).toMatchObject({
      series: series._id,
      occurrence: '2030-12-10T19:00',
      repeat: null,
      skipped: [],
      buds: [{ Firstname: 'Ada' }],
    })
    expect(body.event._id).not.toBe(series._id)
    expect(await listed()).toEqual([...choirOn(3), '2030-12-11T18:00 Choir', ...choirOn(17, 24, 31)])
    const { body: stored } = await owner.get(`${api}/${series._id}`)
    expect(stored.event.skipped).toEqual(['2030-12-10T19:00'])
    // It can be edited like any other.
    const other = await edit(body.event._id, '', { Name: 'Concert' })
    expect(other.body.event).toMatchObject({ Name: 'Concert', series: series._id })
    expect((await edit(body.event._id, '', { repeat: 'FREQ=DAILY' })).status).toBe(400)
  })

  test('may be sent as it was read, and sent again', async () => {
    const { _id } = await addSeries()
    const place = at('2030-12-10T19:00', 'this')
    const { body: read } = await owner.get(`${api}/${_id}?occurrence=2030-12-10T19:00`)
    const { buds: _, ...whole } = read.event
    const unchanged = await edit(_id, place, whole)
    expect(unchanged.body.event).toMatchObject({ _id, occurrence: '2030-12-10T19:00' })
    const { body, status } = await edit(_id, place, { ...whole, Name: 'Concert' })
    expect([status, body.event.Name, body.event.repeat]).toEqual([200, 'Concert', null])
    const again = await edit(_id, place, { ...whole, Name: 'Concert' })
    expect([again.status, again.body.event._id]).toEqual([200, body.event._id])
    expect((await edit(_id, place, { Name: 'Party' })).status).toBe(400)
  })

  test('is deleted alone; the last one takes the series along', async () => {
    const series = await addSeries({ repeat: 'FREQ=WEEKLY;COUNT=2' })
    expect((await remove(series._id, at('2030-12-03T19:00', 'this'))).status).toBe(200)
    expect(await listed()).toEqual(choirOn(10))
    expect((await remove(series._id, at('2030-12-10T19:00', 'this'))).status).toBe(200)
    expect((await owner.get(`${api}/${series._id}`)).status).toBe(404)
  })

  test('that was taken out takes the series along, if it was the last one', async () => {
    const series = await addSeries({ repeat: 'FREQ=WEEKLY;COUNT=2' })
    const taken = []
    for (const start of ['2030-12-03T19:00', '2030-12-10T19:00'])
      taken.push((await edit(series._id, at(start, 'this'), { Name: 'Concert' })).body.event._id)
    const before = await allRows(owner.user._id)
    const deletions = []
    for (const [id, status] of [
      [taken[0], 200],
      [taken[1], 404],
    ]) {
      expect((await remove(id, '')).status).toBe(200)
      deletions.unshift(await lastChange(owner))
      expect((await owner.get(`${api}/${series._id}`)).status).toBe(status)
    }
    for (const id of deletions) await undo(owner, id)
    expect(await allRows(owner.user._id)).toEqual(before)
  })
})

describe('an occurrence and all that follow', () => {
  test('become another series', async () => {
    const series = await addSeries({
      repeat: 'FREQ=WEEKLY;COUNT=5',
      skipped: ['2030-12-10T19:00', '2030-12-24T19:00'],
    })
    const taken = await edit(series._id, at('2030-12-31T19:00', 'this'), { Name: 'Party' })
    const { body } = await edit(series._id, at('2030-12-17T19:00', 'following'), {
      startDate: '2030-12-17T20:00',
      endDate: '2030-12-17T22:00',
    })
    expect(body.event).toMatchObject({
      repeat: 'FREQ=WEEKLY;COUNT=3',
      startDate: '2030-12-17T20:00',
      skipped: ['2030-12-24T20:00', '2030-12-31T20:00'],
    })
    expect((await owner.get(`${api}/${series._id}`)).body.event).toMatchObject({
      repeat: 'FREQ=WEEKLY;COUNT=2',
      skipped: ['2030-12-10T19:00'],
    })
    expect((await owner.get(`${api}/${taken.body.event._id}`)).body.event).toMatchObject({
      series: body.event._id,
      occurrence: '2030-12-31T20:00',
    })
    expect(await listed()).toEqual([...choirOn(3), '2030-12-17T20:00 Choir', '2030-12-31T19:00 Party'])
  })

  test('are deleted, with what was taken out of them', async () => {
    const series = await addSeries()
    await edit(series._id, at('2030-12-24T19:00', 'this'), { Name: 'Party' })
    expect((await remove(series._id, at('2030-12-17T19:00', 'following'))).status).toBe(200)
    expect(await listed()).toEqual(choirOn(3, 10))
    expect((await owner.get(`${api}/${series._id}`)).body.event.repeat).toBe('FREQ=WEEKLY;UNTIL=20301216')
  })

  test('from the first one are the whole series', async () => {
    const series = await addSeries()
    const { body } = await edit(series._id, at('2030-12-03T19:00', 'following'), { Name: 'Band' })
    expect(body.event._id).toBe(series._id)
    await remove(series._id, at('2030-12-03T19:00', 'following'))
    expect(await listed()).toEqual([])
  })
})

describe('a whole series', () => {
  test('moves by the difference, with its end, what it leaves out and what was taken out of it', async () => {
    const series = await addSeries({ repeat: 'FREQ=WEEKLY;UNTIL=20301224' })
    const moved = await edit(series._id, at('2030-12-10T19:00', 'this'), {
      startDate: '2030-12-12T19:00',
      endDate: '2030-12-12T21:00',
    })
    const renamed = await edit(series._id, at('2030-12-24T19:00', 'this'), { Name: 'Party' })
    const { body } = await edit(series._id, at('2030-12-17T19:00', 'all'), {
      startDate: '2030-12-18T20:00',
      endDate: '2030-12-18T21:30',
    })
    expect(body.event).toMatchObject({
      startDate: '2030-12-04T20:00',
      endDate: '2030-12-04T21:30',
      repeat: 'FREQ=WEEKLY;UNTIL=20301225',
      skipped: ['2030-12-11T20:00', '2030-12-25T20:00'],
    })
    expect((await owner.get(`${api}/${moved.body.event._id}`)).body.event).toMatchObject({
      startDate: '2030-12-12T19:00',
      occurrence: '2030-12-11T20:00',
    })
    expect((await owner.get(`${api}/${renamed.body.event._id}`)).body.event).toMatchObject({
      startDate: '2030-12-25T20:00',
      endDate: '2030-12-25T22:00',
      occurrence: '2030-12-25T20:00',
    })
  })

  test('takes along what was taken out of a rule by weekdays', async () => {
    const series = await addSeries({ repeat: 'FREQ=MONTHLY;BYDAY=1TU', skipped: ['2031-02-04T19:00'] })
    const party = await edit(series._id, at('2031-01-07T19:00', 'this'), { Name: 'Party' })
    const { body } = await edit(series._id, at('2030-12-03T19:00', 'all'), {
      startDate: '2030-12-04T19:00',
      endDate: '2030-12-04T21:00',
    })
    expect(body.event.skipped).toEqual(['2031-01-01T19:00', '2031-02-05T19:00'])
    expect((await owner.get(`${api}/${party.body.event._id}`)).body.event).toMatchObject({
      series: series._id,
      occurrence: '2031-01-01T19:00',
      startDate: '2031-01-01T19:00',
      endDate: '2031-01-01T21:00',
    })
    expect(await listed('2030-12-01', '2031-04-01')).toEqual([
      '2030-12-04T19:00 Choir',
      '2031-01-01T19:00 Party',
      '2031-03-05T19:00 Choir',
    ])
  })

  test.each(['all', 'following'])('with the rule of a phone moves to another weekday: %s', async (scope) => {
    const series = await addSeries({ repeat: 'FREQ=WEEKLY;BYDAY=TU' })
    const { body, status } = await edit(series._id, at('2030-12-17T19:00', scope), {
      startDate: '2030-12-18T19:00',
      endDate: '2030-12-18T21:00',
    })
    expect(status, body.msg).toBe(200)
    expect(await listed()).toEqual(scope === 'all' ? choirOn(4, 11, 18, 25) : choirOn(3, 10, 18, 25))
  })

  test('that no longer repeats makes what was taken out of it single events', async () => {
    const series = await addSeries()
    const taken = await edit(series._id, at('2030-12-10T19:00', 'this'), { Name: 'Party' })
    const { body } = await edit(series._id, '', { repeat: null })
    expect(body.event).toMatchObject({ repeat: null, skipped: [] })
    expect((await owner.get(`${api}/${taken.body.event._id}`)).body.event).toMatchObject({
      series: null,
      occurrence: null,
    })
    expect(await listed()).toEqual([...choirOn(3), '2030-12-10T19:00 Party'])
  })

  test('is deleted with what was taken out of it', async () => {
    const series = await addSeries()
    await edit(series._id, at('2030-12-10T19:00', 'this'), { Name: 'Party' })
    await remove(series._id, '')
    expect(await listed()).toEqual([])
    await undoLast(owner)
    expect(await listed()).toEqual([...choirOn(3), '2030-12-10T19:00 Party', ...choirOn(17, 24, 31)])
  })
})

test('a series without an occurrence that is left has ended', async () => {
  const { _id } = await addSeries({
    startDate: '2020-12-01T19:00',
    endDate: '2020-12-01T21:00',
    repeat: 'FREQ=WEEKLY;COUNT=3',
  })
  await edit(_id, at('2020-12-01T19:00', 'this'), { Name: 'Party' })
  await edit(_id, at('2020-12-08T19:00', 'following'), { Name: 'Band' })
  const { body } = await owner.get(`${api}?when=upcoming`)
  expect(body.events).toEqual([])
  const { body: past } = await owner.get(`${api}?when=past`)
  expect(past.events.map(({ Name }: { Name: string }) => Name).sort()).toEqual(['Band', 'Choir', 'Party'])
})

test.each(['cards', 'rows'])('the list shows a series by its next time, as %s', async (view) => {
  await addSeries()
  await clock.advanceTo(new Date('2031-01-15T12:00:00Z'))
  await countEndedEvents()
  const { text } = await owner.get(`/dashboard/allevents?view=${view}`)
  expect(text).toContain('Next week')
  expect(text).toContain('2031-01-21T19:00')
  expect(text).not.toContain('2030-12-03')
})

test('the page of a series has what is near its next time', async () => {
  const { _id } = await addSeries({ startDate: '2020-12-01T19:00', endDate: '2020-12-01T21:00' })
  await createEvent(owner.user, {
    Name: 'Long ago',
    startDate: '2020-12-02T12:00',
    endDate: '2020-12-02T13:00',
  })
  await clock.advanceTo(new Date('2031-02-03T12:00:00Z'))
  await createEvent(owner.user, { Name: 'Soon', startDate: '2031-02-05T12:00', endDate: '2031-02-05T13:00' })
  const near = async (query = '') =>
    (await owner.get(`${api}/${_id}/page${query}`)).body.near.map(({ Name }: { Name: string }) => Name)
  expect(await near()).toEqual(['Soon'])
  expect(await near('?occurrence=2020-12-01T19:00')).toEqual(['Long ago'])
})

describe('a form', () => {
  const fields = { Name: 'Choir', Location: 'Bristol', Eventtype: 'Social', Description: 'Bring tea' }
  const dates = { startDate: choir.startDate, endDate: choir.endDate }

  test('that does not say how an event repeats leaves that alone', async () => {
    const { _id } = await addSeries({ skipped: ['2030-12-10T19:00'] })
    const { status } = await owner.submit(`/dashboard/EditEvent/${_id}`, { ...fields, ...dates })
    expect(status).toBe(302)
    const { body } = await owner.get(`${api}/${_id}`)
    expect(body.event).toMatchObject({
      repeat: 'FREQ=WEEKLY',
      skipped: ['2030-12-10T19:00'],
      Description: 'Bring tea',
    })
    await owner.submit(`/dashboard/EditEvent/${_id}`, { ...fields, ...dates, repeat: '' })
    expect((await owner.get(`${api}/${_id}`)).body.event.repeat).toBe(null)
  })

  test.each([
    ['EditEvent', ''],
    ['Event', '&edit=details'],
  ])(
    'on %s of an occurrence that was taken out meanwhile comes back with what was typed',
    async (screen, more) => {
      const { _id } = await addSeries()
      const { body: read } = await owner.get(`${api}/${_id}`)
      const path = `/dashboard/${screen}/${_id}?occurrence=2030-12-10T19:00${more}`
      const typed = {
        ...{ ...fields, startDate: '2030-12-10T19:00', endDate: '2030-12-10T21:00' },
        ...{
          Name: 'What I typed',
          scope: 'this',
          edit: 'details',
          _version: String(read.event.version ?? 1),
        },
      }
      await edit(_id, at('2030-12-10T19:00', 'this'), { Name: 'Party' })
      const refused = await owner.submit(path, typed)
      expect(refused.status).toBe(412)
      expect(refused.text).toContain('What I typed')
      expect(await listed()).toContain('2030-12-10T19:00 Party')
    },
  )
})

describe('undone', () => {
  const moved = { startDate: '2030-12-18T20:00', endDate: '2030-12-18T22:00', Name: 'Band' }
  const changes: [string, (id: string) => Promise<unknown>][] = ['this', 'following', 'all'].flatMap(
    (scope) => [
      [`an edit of ${scope}`, (id) => edit(id, at('2030-12-17T19:00', scope), moved)],
      [`a deletion of ${scope}`, (id) => remove(id, at('2030-12-17T19:00', scope))],
    ],
  )

  test.each(changes)('%s leaves nothing behind', async (_, change) => {
    const bud = await createBud(owner.user, { Firstname: 'Ada' })
    const series = await addSeries({ selectedBuds: [bud._id], skipped: ['2030-12-31T19:00'] })
    await edit(series._id, at('2030-12-24T19:00', 'this'), { Name: 'Party' })
    const before = await allRows(owner.user._id)
    const count = (await changesOf(owner)).length
    await change(series._id)
    expect(await allRows(owner.user._id)).not.toEqual(before)
    expect(await changesOf(owner)).toHaveLength(count + 1)
    const { body } = await undoLast(owner)
    expect(body.kept).toEqual([])
    expect(await allRows(owner.user._id)).toEqual(before)
    await undoLast(owner)
    await undoLast(owner)
    expect(await allRows(owner.user._id)).toEqual(before)
  })

  test('in the other order, each deleted occurrence comes back by itself', async () => {
    const series = await addSeries()
    for (const day of ['10', '17']) await remove(series._id, at(`2030-12-${day}T19:00`, 'this'))
    const [second, first] = await changesOf(owner)
    await undo(owner, first?._id ?? '')
    expect(await listed()).toEqual(choirOn(3, 10, 24, 31))
    await undo(owner, second?._id ?? '')
    expect(await listed()).toEqual(choirOn(3, 10, 17, 24, 31))
  })

  test.each(['this', 'following'])(
    '%s, after what came of it was edited, keeps that and names it',
    async (scope) => {
      const series = await addSeries()
      const { body } = await edit(series._id, at('2030-12-17T19:00', scope), moved)
      const _id = await lastChange(owner)
      await edit(body.event._id, '', { Location: 'Bath' })
      const before = await listed()
      const undone = await undo(owner, _id)
      expect(undone.body.kept.map(({ name }: { name: string }) => name)).toContain('Band')
      expect(await listed()).toEqual(before)
    },
  )

  test('the creation of a series stays when something was taken out of it', async () => {
    const series = await addSeries()
    const _id = await lastChange(owner)
    await edit(series._id, at('2030-12-17T19:00', 'this'), { Name: 'Party' })
    const before = await listed()
    const { body } = await undo(owner, _id)
    expect(body.kept.map(({ name }: { name: string }) => name)).toContain('Party')
    expect(await listed()).toEqual(before)
  })
})

describe('undone after other changes', () => {
  type Series = Awaited<ReturnType<typeof addSeries>>
  type Done = { _id: string; event?: Series }

  /** Does one change. Resolves to the id of its change set, and the event that it answers with. */
  async function done(
    change: Promise<{ status: number; body: { msg?: string; event?: Series } }>,
  ): Promise<Done> {
    const { status, body } = await change
    expect(status, body.msg).toBeLessThan(300)
    return { _id: await lastChange(owner), event: body.event }
  }
  const takenOut = (id: string, occurrence: string) =>
    done(edit(id, at(occurrence, 'this'), { Name: 'Party' }))
  const deleted = (id: string, occurrence: string) => done(remove(id, at(occurrence, 'this')))
  const split = (id: string, occurrence: string, change: object = { Name: 'Band' }) =>
    done(edit(id, at(occurrence, 'following'), change))
  const movedTo20 = (id: string) =>
    done(edit(id, '', { startDate: '2030-12-03T20:00', endDate: '2030-12-03T22:00' }))

  /** The names and fields that an undo has kept. */
  async function keptBy(id: string) {
    const { body } = await undo(owner, id)
    return body.kept.map(({ name, fields }: { name: string; fields: string[] }) => [name, ...fields])
  }
  const stored = async (id: string) => (await owner.get(`${api}/${id}`)).body.event

  test('a taking out keeps the event that a split has moved to another series', async () => {
    const series = await addSeries()
    const { _id, event } = await takenOut(series._id, '2030-12-17T19:00')
    const { event: second } = await split(series._id, '2030-12-10T19:00')
    const before = await listed()
    expect(await keptBy(_id)).toEqual([['Party'], ['Choir', 'skipped']])
    expect(await listed()).toEqual(before)
    expect((await stored(event._id)).series).toBe(second._id)
  })

  const laterChanges: [string, (id: string) => Promise<unknown>][] = [
    ['a split', (id) => split(id, '2030-12-10T19:00')],
    ['a move', movedTo20],
    ['a deletion of what follows', (id) => done(remove(id, at('2030-12-10T19:00', 'following')))],
  ]
  test.each(laterChanges)(
    'a deletion of one, after %s, names what the series still leaves out',
    async (_, change) => {
      const series = await addSeries()
      const { _id } = await deleted(series._id, '2030-12-17T19:00')
      await change(series._id)
      const before = await listed()
      expect(await keptBy(_id)).toEqual([['Choir', 'skipped']])
      expect(await listed()).toEqual(before)
    },
  )

  test.each([
    ['a deletion of one', (id: string) => deleted(id, '2030-12-17T20:00')],
    ['a taking out', (id: string) => takenOut(id, '2030-12-17T20:00')],
  ])('a move, after %s at the new time, keeps all times', async (_, change) => {
    const series = await addSeries()
    const { _id } = await movedTo20(series._id)
    await done(edit(series._id, '', { Name: 'Band' }))
    await change(series._id)
    const before = [await listed(), await stored(series._id)]
    expect(await keptBy(_id)).toEqual([['Band', 'endDate', 'startDate']])
    expect([await listed(), await stored(series._id)]).toEqual(before)
  })

  test('an edit of all takes back its other fields when the times stay', async () => {
    const series = await addSeries()
    const { _id } = await done(
      edit(series._id, '', { Name: 'Band', startDate: '2030-12-03T20:00', endDate: '2030-12-03T22:00' }),
    )
    await deleted(series._id, '2030-12-17T20:00')
    expect(await keptBy(_id)).toEqual([['Choir', 'endDate', 'startDate']])
    expect(await stored(series._id)).toMatchObject({ Name: 'Choir', startDate: '2030-12-03T20:00' })
  })

  test('a rule, after one of its starts was taken out, stays', async () => {
    const series = await addSeries()
    const { _id } = await done(edit(series._id, '', { repeat: 'FREQ=DAILY' }))
    await takenOut(series._id, '2030-12-04T19:00')
    const before = await listed()
    expect(await keptBy(_id)).toEqual([['Choir', 'repeat']])
    expect(await listed()).toEqual(before)
  })

  test('a single event that became a series stays one after a taking out', async () => {
    const single = await addSeries({ repeat: null })
    const { _id } = await done(edit(single._id, '', { repeat: 'FREQ=WEEKLY' }))
    await takenOut(single._id, '2030-12-17T19:00')
    const before = await listed()
    expect(await keptBy(_id)).toEqual([['Choir', 'repeat']])
    expect(await listed()).toEqual(before)
  })

  const halves: [string, string[][], (first: string, second: string) => Promise<unknown>][] = [
    [
      'the first half has another rule',
      [['Band'], ['Choir', 'repeat']],
      (first) => done(edit(first, '', { repeat: 'FREQ=DAILY;UNTIL=20301205' })),
    ],
    ['the first half is deleted', [['Band'], ['Choir', 'repeat']], (first) => done(remove(first, ''))],
    ['the second half is deleted', [['Band'], ['Choir', 'repeat']], (_, second) => done(remove(second, ''))],
    [
      'the second half is split again',
      [
        ['Band', 'repeat'],
        ['Choir', 'repeat'],
      ],
      (_, second) => split(second, '2030-12-24T19:00', { Name: 'Duo' }),
    ],
  ]
  test.each(halves)('a split stays when %s', async (_, kept, change) => {
    const series = await addSeries()
    const { _id, event: second } = await split(series._id, '2030-12-17T19:00')
    await change(series._id, second._id)
    const before = await listed()
    expect(await keptBy(_id)).toEqual(kept)
    expect(await listed()).toEqual(before)
  })

  test('the undo of a split, after the rule was changed, does not bring the second half back', async () => {
    const series = await addSeries()
    await split(series._id, '2030-12-17T19:00')
    await undoLast(owner)
    const undone = await lastChange(owner)
    await done(edit(series._id, '', { repeat: 'FREQ=DAILY;COUNT=20' }))
    const before = await listed()
    expect(await keptBy(undone)).toEqual([['Choir', 'repeat'], ['Band']])
    expect(await listed()).toEqual(before)
  })

  test('a deletion of what was taken out, after its start came back, leaves that start out again', async () => {
    const series = await addSeries()
    const taken = await takenOut(series._id, '2030-12-17T19:00')
    const deletion = await done(remove(taken.event._id, ''))
    expect(await keptBy(taken._id)).toEqual([['Party']])
    expect(await listed()).toEqual(choirOn(3, 10, 17, 24, 31))
    const before = await allRows(owner.user._id)
    expect(await keptBy(deletion._id)).toEqual([])
    expect(await listed()).toEqual([...choirOn(3, 10), '2030-12-17T19:00 Party', ...choirOn(24, 31)])
    expect(await stored(series._id)).toMatchObject({ skipped: ['2030-12-17T19:00'] })
    expect(await stored(taken.event._id)).toMatchObject({ series: series._id })
    await undoLast(owner)
    expect(await allRows(owner.user._id)).toEqual(before)
  })

  const goneSeries: [string, (id: string) => Promise<unknown>][] = [
    ['is gone', (id) => done(remove(id, ''))],
    ['no longer repeats', (id) => done(edit(id, '', { repeat: null }))],
    ['was moved', movedTo20],
  ]
  test.each(goneSeries)(
    'a deletion of what was taken out of a series that %s makes it single',
    async (_, change) => {
      const series = await addSeries()
      const { event } = await takenOut(series._id, '2030-12-17T19:00')
      const deletion = await done(remove(event._id, ''))
      await change(series._id)
      const before = await listed()
      expect(await keptBy(deletion._id)).toEqual([])
      expect(await listed()).toEqual([...before, '2030-12-17T19:00 Party'].sort())
      expect(await stored(event._id)).toMatchObject({ series: null, occurrence: null, Name: 'Party' })
    },
  )

  test('a deletion of what was taken out, after another one replaced it, makes it single', async () => {
    const series = await addSeries()
    const first = await takenOut(series._id, '2030-12-17T19:00')
    const deletion = await done(remove(first.event._id, ''))
    await undo(owner, first._id)
    await takenOut(series._id, '2030-12-17T19:00')
    expect(await keptBy(deletion._id)).toEqual([])
    expect(await stored(first.event._id)).toMatchObject({ series: null, occurrence: null })
  })

  test('the end of a rule stays when what was taken out then repeats itself', async () => {
    const series = await addSeries()
    const { event } = await takenOut(series._id, '2030-12-17T19:00')
    const { _id } = await done(edit(series._id, '', { repeat: null }))
    await done(edit(event._id, '', { repeat: 'FREQ=DAILY;COUNT=2' }))
    const before = await listed()
    expect(await keptBy(_id)).toEqual([['Choir', 'repeat', 'skipped'], ['Party']])
    expect(await listed()).toEqual(before)
  })

  test.each([
    ['a link', false],
    ['an answer', true],
  ])('the end of a rule stays when a guest has %s', async (_, isAnswered) => {
    const bud = await createBud(owner.user, { Firstname: 'Ada' })
    const series = await addSeries({ selectedBuds: [bud._id] })
    const { _id } = await done(edit(series._id, '', { repeat: null }))
    const { body } = await owner.post(`${api}/${series._id}/guests`, {})
    if (isAnswered) {
      const path = new URL(body.links[0].url).pathname
      const sent = {
        body: 'answer=yes&guests=0&note=',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      }
      expect((await createClient().send('POST', path, sent)).status).toBeLessThan(400)
      expect((await owner.send('DELETE', `${api}/${series._id}/guests`)).status).toBeLessThan(300)
    }
    expect(await keptBy(_id)).toEqual([['Choir', 'repeat']])
    expect(await listed()).toEqual(choirOn(3))
  })
})

describe('bad input', () => {
  test.each([
    ['FREQ=WEEKLY;BYDAY=WE', 'The start must be one of the times of repeat'],
    ['FREQ=HOURLY', 'repeat has no valid FREQ'],
    ['FREQ=WEEKLY;COUNT=2;UNTIL=20310101', 'repeat has UNTIL or COUNT, not both'],
    ['FREQ=WEEKLY;UNTIL=20300101', 'The last day must not be before the start'],
    [`FREQ=MONTHLY;BYMONTHDAY=${'1,'.repeat(150)}1`, 'Repeats must be at most 200 characters'],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'The start must be one of the times of repeat'],
    [5, 'Repeats must be text'],
  ])('%s', async (repeat, message) => {
    const { status, body } = await owner.post(api, { ...choir, repeat })
    expect([status, body.msg]).toEqual([400, message])
  })

  test.each([
    ['?occurrence=2030-12-10T19:00', 400],
    ['?scope=this', 400],
    [at('2030-12-10T19:00', 'some'), 400],
    [at('2030-12-11T19:00', 'this'), 400],
    [at('2030-12-17T19:00', 'all'), 400],
    [at('nonsense', 'this'), 400],
  ])('%s changes nothing', async (query, wanted) => {
    const series = await addSeries({ skipped: ['2030-12-17T19:00'] })
    expect((await edit(series._id, query, { Name: 'Band' })).status).toBe(wanted)
    expect((await remove(series._id, query)).status).toBe(wanted)
    expect((await owner.get(`${api}/${series._id}`)).body.event).toEqual(series)
  })

  test('501 starts that are left out', async () => {
    const skipped = Array.from({ length: 501 }, (_, n) =>
      new Date(Date.parse('2030-12-03T19:00Z') + n * 86_400_000).toISOString().slice(0, 16),
    )
    expect((await owner.post(api, { ...choir, repeat: 'FREQ=DAILY', skipped })).status).toBe(400)
    const series = await addSeries({ repeat: 'FREQ=DAILY', skipped: skipped.slice(1) })
    expect((await remove(series._id, at('2030-12-03T19:00', 'this'))).status).toBe(400)
    expect((await owner.post(api, { ...choir, skipped: ['2030-12-04T19:00'] })).status).toBe(400)
    expect((await owner.post(api, { ...choir, repeat: null, skipped: ['2030-12-03T19:00'] })).status).toBe(
      400,
    )
  })

  test('a series that leaves out all of its starts, when it is made or changed', async () => {
    const twice = { ...choir, repeat: 'FREQ=WEEKLY;COUNT=2' }
    const skipped = ['2030-12-03T19:00', '2030-12-10T19:00']
    const answer = [400, 'A series cannot leave out all of its starts']
    const made = await owner.post(api, { ...twice, skipped })
    expect([made.status, made.body.msg]).toEqual(answer)
    const series = await addSeries(twice)
    const changed = await edit(series._id, '', { skipped })
    expect([changed.status, changed.body.msg]).toEqual(answer)
    const rest = at('2030-12-10T19:00', 'all')
    expect((await edit(series._id, rest, { skipped })).status).toBe(400)
    expect(await listed()).toEqual(choirOn(3, 10))
    for (const start of skipped) await edit(series._id, at(start, 'this'), { Name: 'Concert' })
    expect((await edit(series._id, '', { skipped, Location: 'Bath' })).status).toBe(200)
  })

  test.each(['all', 'following'])('the end of a series before all that it has left: %s', async (scope) => {
    const series = await addSeries({ repeat: 'FREQ=WEEKLY;COUNT=3', skipped: ['2030-12-03T19:00'] })
    const change = { repeat: 'FREQ=WEEKLY;COUNT=1' }
    const { status, body } = await edit(series._id, at('2030-12-10T19:00', scope), change)
    expect([status, body.msg]).toEqual([400, 'A series cannot leave out all of its starts'])
    expect(await listed()).toEqual(choirOn(10, 17))
  })

  test('a series that became empty by other ways can be renamed', async () => {
    const series = await addSeries({ repeat: 'FREQ=WEEKLY;COUNT=2', skipped: ['2030-12-03T19:00'] })
    await edit(series._id, '', { repeat: 'FREQ=WEEKLY;COUNT=3' })
    const longer = await lastChange(owner)
    await remove(series._id, at('2030-12-10T19:00', 'this'))
    await undo(owner, longer)
    expect(await listed()).toEqual([])
    expect((await edit(series._id, '', { Name: 'Band' })).status).toBe(200)
  })

  test('of two people who change an occurrence at once, one gets it', async () => {
    const series = await addSeries()
    const both = await Promise.all(
      ['Band', 'Party'].map((Name) => edit(series._id, at('2030-12-10T19:00', 'this'), { Name })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
    const stale = await owner.send('PATCH', `${api}/${series._id}${at('2030-12-17T19:00', 'all')}`, {
      body: JSON.stringify({ Name: 'Late' }),
      headers: { 'If-Match': '"1"', 'Content-Type': 'application/json' },
    })
    expect(stale.status).toBe(412)
  })
})

describe('contact', () => {
  const day = 86_400_000
  const wallClock = (time: number) => new Date(time).toISOString().slice(0, 16)

  test('a bud met weekly is not due while the series runs, and is once it has ended', async () => {
    const start = Date.now() - 21 * day
    const bud = await createBud(owner.user, { Firstname: 'Ada', cadenceDays: 14 })
    await createEvent(owner.user, {
      Name: 'Choir',
      startDate: wallClock(start),
      endDate: wallClock(start + 3_600_000),
      repeat: 'FREQ=WEEKLY;COUNT=10',
      selectedBuds: [bud._id],
    })
    const overdue = async () => (await owner.get('/api/v1/today')).body.overdue.length
    expect(await overdue()).toBe(0)
    for (const days of [10, 30, 44]) {
      await clock.advanceTo(new Date(Date.now() + days * day))
      await countEndedEvents()
      expect(await overdue(), `after ${days} days`).toBe(0)
    }
    await clock.advanceTo(new Date(Date.now() + 60 * day))
    await countEndedEvents()
    expect(await overdue()).toBe(1)
  })
})

describe('guests', () => {
  const answered = (id: string, query = '') => owner.post(`${api}/${id}/guests${query}`, {})

  test('are asked to one occurrence, which is taken out of the series', async () => {
    const bud = await createBud(owner.user, { Firstname: 'Ada' })
    const series = await addSeries({ selectedBuds: [bud._id] })
    expect((await answered(series._id)).status).toBe(400)
    expect((await answered(series._id, '?occurrence=2030-12-11T19:00')).status).toBe(400)
    const count = (await changesOf(owner)).length
    const { status, body } = await answered(series._id, '?occurrence=2030-12-10T19:00')
    expect([status, body.links?.length]).toEqual([201, 1])
    expect((await owner.get(`${api}/${body.event._id}`)).body.event).toMatchObject({
      series: series._id,
      occurrence: '2030-12-10T19:00',
      buds: [{ Firstname: 'Ada' }],
    })
    expect(await changesOf(owner)).toHaveLength(count + 1)
    expect(await listed()).toEqual(choirOn(3, 10, 17, 24, 31))
  })

  test('of an occurrence are asked again at the event that it became', async () => {
    const bud = await createBud(owner.user, { Firstname: 'Ada' })
    const series = await addSeries({ selectedBuds: [bud._id] })
    const place = '?occurrence=2030-12-17T19:00'
    const [first, second] = [await answered(series._id, place), await answered(series._id, place)]
    expect([first.status, second.status, second.body.event]).toEqual([201, 201, first.body.event])
  })

  test('who were asked to a single event keep it from becoming a series', async () => {
    const bud = await createBud(owner.user, { Firstname: 'Ada' })
    const single = await addSeries({ repeat: null, selectedBuds: [bud._id] })
    expect((await answered(single._id)).status).toBe(201)
    const { status, body } = await edit(single._id, '', { repeat: 'FREQ=WEEKLY' })
    expect([status, Object.keys(body.errors)]).toEqual([400, ['repeat']])
  })
})
