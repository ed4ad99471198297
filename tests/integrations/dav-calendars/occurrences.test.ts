import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { eventBuds, events } from '~drizzle/schema'
import { answer } from '../../events/guests/support'
import { createBud, createEvent } from '../../support/factories'
import { alarm, object, withDevice } from './support'

const times = (day: string, hour = '19') => [
  `DTSTART;TZID=Europe/London:${day}T${hour}0000`,
  `DTEND;TZID=Europe/London:${day}T210000`,
]
const choir = (...more: string[]) => [
  'SUMMARY:Choir',
  ...times('20270302'),
  'RRULE:FREQ=WEEKLY',
  ...more,
  ...alarm,
]
const changed = (day: string, name: string, hour = '19', at = '19') => [
  `RECURRENCE-ID;TZID=Europe/London:${day}T${at}0000`,
  ...times(day, hour),
  `SUMMARY:${name}`,
]

const takenOutOf = async (ownerId: string) =>
  db
    .select({
      _id: events._id,
      Name: events.Name,
      occurrence: events.occurrence,
      startDate: events.startDate,
    })
    .from(events)
    .where(and(eq(events.ownerId, ownerId), isNotNull(events.series)))
    .orderBy(asc(events.occurrence))

const shown = async (ownerId: string) =>
  (await takenOutOf(ownerId)).map(({ Name, occurrence }) => `${occurrence?.slice(5)} ${Name}`)

const seriesOf = async (ownerId: string) => {
  const [series] = await db
    .select()
    .from(events)
    .where(and(eq(events.ownerId, ownerId), isNotNull(events.repeat)))
  return series
}

test('changes of a series are added, edited and removed', async () => {
  const { device, put, read } = await withDevice()
  const send = async (...parts: string[][]) => {
    const content = object('A', ...parts)
    const { etag } = await put('a.ics', content)
    expect(await read('a.ics')).toEqual({ file: 'a.ics', etag, content })
    return shown(device.ownerId)
  }
  expect(await send(choir(), changed('20270309', 'Concert'))).toEqual(['03-09T19:00 Concert'])
  const [before] = await takenOutOf(device.ownerId)
  expect(await send(choir(), changed('20270309', 'Gala'), changed('20270323', 'Trip', '18'))).toEqual([
    '03-09T19:00 Gala',
    '03-23T19:00 Trip',
  ])
  expect((await takenOutOf(device.ownerId))[0]?._id).toBe(before?._id)
  expect((await seriesOf(device.ownerId))?.skipped).toEqual(['2027-03-09T19:00', '2027-03-23T19:00'])
  expect(
    await send(choir('EXDATE;TZID=Europe/London:20270316T190000'), changed('20270323', 'Trip', '18')),
  ).toEqual(['03-23T19:00 Trip'])
  expect((await seriesOf(device.ownerId))?.skipped).toEqual(['2027-03-16T19:00', '2027-03-23T19:00'])
  expect(await send(choir(), [...changed('20270323', 'Trip'), 'STATUS:CANCELLED'])).toEqual([])
  expect((await seriesOf(device.ownerId))?.skipped).toEqual(['2027-03-23T19:00'])
  expect(await send(choir())).toEqual([])
  expect((await seriesOf(device.ownerId))?.skipped).toEqual([])
})

test('a series that a device moves takes its changed occurrences along', async () => {
  const { device, put } = await withDevice()
  await put('a.ics', object('A', choir(), changed('20270309', 'Concert')))
  const [before] = await takenOutOf(device.ownerId)
  const later = choir().map((line) => line.replace('T190000', 'T200000'))
  await put('a.ics', object('A', later, changed('20270309', 'Concert', '20', '20')))
  expect(await takenOutOf(device.ownerId)).toEqual([
    { ...before, occurrence: '2027-03-09T20:00', startDate: '2027-03-09T20:00' },
  ])
  await put(
    'a.ics',
    object(
      'A',
      later.filter((line) => !line.startsWith('RRULE')),
    ),
  )
  expect(await takenOutOf(device.ownerId)).toEqual([])
  expect(await db.$count(events, eq(events.ownerId, device.ownerId))).toBe(1)
})

/** A series with an attendee who was asked to its second time. */
async function withAskedGuest() {
  const { client, ...calendar } = await withDevice()
  const { _id: bud } = await createBud(client.user)
  const { _id } = await createEvent(client.user, {
    ...{ Name: 'Choir', startDate: '2027-03-02T19:00', endDate: '2027-03-02T21:00' },
    ...{ repeat: 'FREQ=WEEKLY', selectedBuds: [bud] },
  })
  const { body } = await client.post(`/api/v1/events/${_id}/guests?occurrence=2027-03-09T19:00`, {})
  const path = new URL(body.links[0].url).pathname
  await answer(path)
  return { client, ...calendar, file: `${_id}.ics`, path }
}

const override = /BEGIN:VEVENT(?:(?!BEGIN:VEVENT)[\s\S])*RECURRENCE-ID[\s\S]*?END:VEVENT\r\n/

test('guests who were asked to an occurrence keep it when a device forgets it', async () => {
  const { device, read, edit, file, path } = await withAskedGuest()
  expect((await read(file))?.content).toMatch(override)
  expect((await edit(file, override, '')).etag).toBeNull()
  expect(await shown(device.ownerId)).toEqual(['03-09T19:00 Choir'])
  expect((await read(file))?.content).toMatch(override)
  expect(
    await db.$count(eventBuds, and(eq(eventBuds.ownerId, device.ownerId), eq(eventBuds.answer, 'yes'))),
  ).toBe(1)
  await edit(file, /SUMMARY:Choir(?=((?!END:VEVENT)[\s\S])*RECURRENCE-ID)/, 'SUMMARY:Concert')
  expect(await shown(device.ownerId)).toEqual(['03-09T19:00 Concert'])
  expect(
    await db.$count(eventBuds, and(eq(eventBuds.ownerId, device.ownerId), eq(eventBuds.answer, 'yes'))),
  ).toBe(1)
  expect((await answer(path)).status).toBeLessThan(400)
})

test('an occurrence that a device leaves out is gone, guests or not', async () => {
  const { device, read, put, file } = await withAskedGuest()
  const content = (await read(file))?.content ?? ''
  const left = content
    .replace(override, '')
    .replace('RRULE:FREQ=WEEKLY', '$&\r\nEXDATE;TZID=Europe/London:20270309T190000')
  await put(file, left)
  expect(await shown(device.ownerId)).toEqual([])
  expect((await seriesOf(device.ownerId))?.skipped).toEqual(['2027-03-09T19:00'])
})

test('an occurrence that is changed on the web keeps the alarm of its series', async () => {
  const { client, device, put, read } = await withDevice()
  await put('a.ics', object('A', choir()))
  const { _id } = (await seriesOf(device.ownerId)) ?? {}
  await client.patch(`/api/v1/events/${_id}?occurrence=2027-03-09T19:00&scope=this`, { Name: 'Concert' })
  const { content = '' } = (await read('a.ics')) ?? {}
  expect(content.match(/TRIGGER:-PT15M/g)).toHaveLength(2)
  expect(content).toContain(object('A', choir()).split('\r\n').slice(3, -2).join('\r\n'))
  expect(content).not.toContain('EXDATE')
  expect(content).toContain('RECURRENCE-ID;TZID=Europe/London:20270309T190000')
  const { etag } = await put('a.ics', content)
  expect((await read('a.ics'))?.etag).toBe(etag)
  expect(await shown(device.ownerId)).toEqual(['03-09T19:00 Concert'])
})
