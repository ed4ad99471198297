import { expect, test } from 'vitest'
import { calendarsOf } from '~/integrations/dav-calendars/calendars.server'
import { eventsCollection as collection } from '~/integrations/dav-calendars/events-collection.server'
import { createBud, createEvent } from '../../support/factories'
import { changesOf, undoLast } from '../../support/history'
import { createDevice } from '../devices/support'
import {
  alarm,
  calendarOf,
  ifMatch,
  none,
  object,
  refusalOf,
  stateOf,
  withDevice,
  withoutZone,
} from './support'

const london = (start: string, end = start) => [
  `DTSTART;TZID=Europe/London:${start}`,
  `DTEND;TZID=Europe/London:${end}`,
]
const dinner = ['SUMMARY:Dinner', ...london('20270310T190000', '20270310T210000'), ...alarm]

test('an event of a device is an event without buds, and comes back as it was sent', async () => {
  const { client, device, put, read } = await withDevice()
  const content = object('A1', dinner)
  const written = await put('a b.ics', content, { ...none, ifNoneMatch: '*' })
  expect(written).toEqual({ isNew: true, etag: '"1"' })
  expect(await read('a b.ics')).toEqual({ file: 'a b.ics', etag: '"1"', content })
  const { body } = await client.get('/api/v1/events')
  expect(body.events).toMatchObject([
    { Name: 'Dinner', Location: '', Eventtype: 'Other', startDate: '2027-03-10T19:00', buds: [] },
  ])
  const { list, state } = collection
  expect(await list(device)).toEqual({ resources: [{ file: 'a b.ics', etag: '"1"' }], state: 1 })
  const before = await stateOf(device)
  expect(await put('a b.ics', content, ifMatch('"1"'))).toEqual({ isNew: false, etag: '"1"' })
  expect([await state(device), await stateOf(device)]).toEqual([1, before])
  expect(await refusalOf(put('a b.ics', content, { ...none, ifNoneMatch: '*' }))).toMatchObject({
    status: 412,
  })
})

test('what was changed on the web is written anew, the rest stays as it was sent', async () => {
  const { client, put, read } = await withDevice()
  await put('a.ics', object('A1', [...dinner, 'X-FOO;BAR="a:b":c\\,d']))
  const { body } = await client.get('/api/v1/events')
  const path = `/api/v1/events/${body.events[0]._id}`
  expect((await client.patch(path, { Location: '' })).status).toBe(400)
  expect((await client.patch(path, { Name: 'Late dinner', Eventtype: 'Social' })).status).toBe(200)
  const content = withoutZone((await read('a.ics'))?.content)
  const expected = object('A1', [
    'SUMMARY:Late dinner',
    ...london('20270310T190000', '20270310T210000'),
    'X-FOO;BAR="a:b":c\\,d',
    'CATEGORIES:Social',
    'SEQUENCE:1',
    ...alarm,
  ]).replace('T100005Z', 'T100006Z')
  expect(content).toBe(expected)
})

test('an event of the web is edited by a device, and keeps its buds and its type', async () => {
  const { client, device, read, edit } = await withDevice()
  const { _id: bud } = await createBud(client.user)
  const { _id } = await createEvent(client.user, { selectedBuds: [bud], Description: 'a\nb' })
  const file = `${_id}.ics`
  expect((await collection.list(device)).resources).toMatchObject([{ file }])
  const { content = '' } = (await read(file)) ?? {}
  expect(content).not.toContain('ATTENDEE')
  expect(await edit(file, /CATEGORIES:Social\r\n/, '')).toEqual({ isNew: false, etag: null })
  expect(await edit(file, 'SUMMARY:Dinner', 'SUMMARY:Supper')).toMatchObject({ isNew: false })
  const { body } = await client.get(`/api/v1/events/${_id}`)
  expect(body.event).toMatchObject({
    ...{ Name: 'Supper', Location: 'Bristol', Eventtype: 'Social', Description: 'a\nb' },
    ...{ startDate: '2026-11-20T19:00', buds: [{ _id: bud }] },
  })
})

test('two devices that change the same event: the second gets 412', async () => {
  const { client, put } = await withDevice()
  const other = calendarOf(await createDevice(client.user, 'Mac'))
  const { etag } = await put('a.ics', object('A1', dinner))
  expect(
    (await other.put('a.ics', object('A1', ['SUMMARY:Tea', ...dinner.slice(1)]), ifMatch(etag))).etag,
  ).toBe('"2"')
  expect(
    await refusalOf(put('a.ics', object('A1', ['SUMMARY:Lunch', ...dinner.slice(1)]), ifMatch(etag))),
  ).toMatchObject({ status: 412 })
  expect((await other.read('a.ics'))?.content).toContain('SUMMARY:Tea')
})

test('a UID belongs to one event', async () => {
  const { client, device, put } = await withDevice()
  const { _id } = await createEvent(client.user)
  await put('a.ics', object('A1', dinner))
  const before = await stateOf(device)
  for (const [file, uid] of [
    ['b.ics', 'A1'],
    ['b.ics', `${_id}@budkeeper`],
    ['a.ics', 'A2'],
  ] as const)
    expect(await refusalOf(put(file, object(uid, dinner)))).toMatchObject({
      status: 409,
      condition: 'C:no-uid-conflict',
    })
  expect(await stateOf(device)).toEqual(before)
})

const weekly = ['SUMMARY:Choir', ...london('20270302T190000', '20270302T210000'), 'RRULE:FREQ=WEEKLY']
const dayAfter = (n: number) => new Date(Date.UTC(2027, 4, n)).toISOString().slice(0, 10).replaceAll('-', '')
const refused: [string, string, string][] = [
  ['hours', object('R', [...dinner, 'RRULE:FREQ=HOURLY']), 'C:valid-calendar-data'],
  ['two rules', object('R', [...weekly, 'RRULE:FREQ=DAILY']), 'C:valid-calendar-data'],
  [
    'times of its own',
    object('R', [...weekly, 'RDATE;TZID=Europe/London:20270303T190000']),
    'C:valid-calendar-data',
  ],
  ['a start that is none', object('R', [...dinner, 'RRULE:FREQ=WEEKLY;BYDAY=MO']), 'C:valid-calendar-data'],
  [
    'a long rule',
    object('R', [...dinner, `RRULE:FREQ=YEARLY;BYDAY=WE,${'1MO,'.repeat(60)}2MO`]),
    'C:valid-calendar-data',
  ],
  [
    'days of another zone',
    object('R', ['DTSTART;TZID=America/New_York:20270302T210000', 'RRULE:FREQ=WEEKLY;BYDAY=TU']),
    'C:valid-calendar-data',
  ],
  [
    'too many exceptions',
    object('R', [
      ...dinner,
      'RRULE:FREQ=DAILY',
      ...Array.from({ length: 501 }, (_, n) => `EXDATE;VALUE=DATE:${dayAfter(n)}`),
    ]),
    'C:valid-calendar-data',
  ],
  ['a long name', object('R', [`SUMMARY:${'x'.repeat(101)}`, ...dinner.slice(1)]), 'C:valid-calendar-data'],
  ['an unknown zone', object('R', ['DTSTART;TZID=Nowhere:20270302T210000']), 'C:valid-calendar-data'],
  ['no start', object('R', ['SUMMARY:x']), 'C:valid-calendar-data'],
  ['an early end', object('R', london('20270302T210000', '20270302T200000')), 'C:valid-calendar-data'],
  ['no calendar', 'BEGIN:VCARD\r\nEND:VCARD\r\n', 'C:valid-calendar-data'],
  ['no end', object('R', dinner).replace('END:VCALENDAR', ''), 'C:valid-calendar-data'],
  ['a task', object('R', dinner).replaceAll('VEVENT', 'VTODO'), 'C:supported-calendar-component'],
  [
    'a journal beside',
    object('R', dinner).replace('END:VCALENDAR', 'BEGIN:VJOURNAL\r\nUID:R\r\nEND:VJOURNAL\r\nEND:VCALENDAR'),
    'C:supported-calendar-component',
  ],
  [
    'a method',
    object('R', dinner).replace('VERSION', 'METHOD:REQUEST\r\nVERSION'),
    'C:valid-calendar-object-resource',
  ],
  ['two events', object('R', dinner, dinner), 'C:valid-calendar-object-resource'],
  [
    'two UIDs',
    object('R', weekly, ['RECURRENCE-ID:20270309T190000Z', ...dinner]).replace('UID:R', 'UID:S'),
    'C:valid-calendar-object-resource',
  ],
  ['no UID', object('R', dinner).replace('UID:R\r\n', ''), 'C:valid-calendar-object-resource'],
  [
    'a change of no time',
    object('R', weekly, ['RECURRENCE-ID:20270310T190000Z', ...dinner]),
    'C:valid-calendar-data',
  ],
  [
    'the same change twice',
    object('R', weekly, ...Array(2).fill(['RECURRENCE-ID:20270309T190000Z', ...dinner])),
    'C:valid-calendar-object-resource',
  ],
  [
    'all following',
    object('R', weekly, ['RECURRENCE-ID;RANGE=THISANDFUTURE:20270309T190000Z', ...dinner]),
    'C:valid-calendar-object-resource',
  ],
]

test('what cannot be stored whole is refused with the reason, and nothing of it is stored', async () => {
  const { device, put } = await withDevice()
  await put('there.ics', object('T', weekly, ['RECURRENCE-ID:20270309T190000Z', ...dinner]))
  const before = await stateOf(device)
  for (const [name, content, condition] of refused)
    for (const file of ['new.ics', 'there.ics']) {
      const sent = file === 'new.ics' ? content : content.replaceAll('UID:R', 'UID:T')
      const { status, condition: found, message } = await refusalOf(put(file, sent))
      expect([name, status, found]).toEqual([name, 403, condition])
      expect(message).toMatch(/^[A-Z].{10,}/)
      expect(await stateOf(device)).toEqual(before)
    }
})

test('a PUT is undone as one', async () => {
  const { client, put, read } = await withDevice()
  const content = object('A1', weekly, ['RECURRENCE-ID:20270309T190000Z', ...dinner])
  await put('a.ics', content)
  const [added] = await changesOf(client)
  expect(added).toMatchObject({ title: 'Choir added' })
  expect((await undoLast(client)).status).toBe(200)
  expect([await read('a.ics'), (await client.get('/api/v1/events')).body.totalEvents]).toEqual([undefined, 0])
  await undoLast(client)
  expect((await read('a.ics'))?.content).toBe(content)
})

test('a deletion takes along what was taken out, and is listed as gone', async () => {
  const { client, device, put, remove } = await withDevice()
  const { etag } = await put('a.ics', object('A1', weekly, ['RECURRENCE-ID:20270309T190000Z', ...dinner]))
  const state = await collection.state(device)
  expect(await refusalOf(remove('a.ics', ifMatch('"77"')))).toMatchObject({ status: 412 })
  await remove('a.ics', ifMatch(etag))
  expect((await client.get('/api/v1/events')).body.totalEvents).toBe(0)
  expect(await collection.changesSince(device, state)).toMatchObject({ changed: [], gone: ['a.ics'] })
  expect(await refusalOf(remove('a.ics'))).toMatchObject({ status: 404 })
})

async function filesBetween(device: Parameters<typeof collection.pages>[0], from: string, to: string) {
  const files = []
  const range = { from: new Date(from), to: new Date(to) }
  for await (const page of collection.pages(device, '3.0', range)) files.push(...page.map(({ file }) => file))
  return files.sort()
}

test('a range finds events and series that happen in it', async () => {
  const { device, put } = await withDevice()
  await put('dinner.ics', object('A1', dinner))
  const moved = ['SUMMARY:Concert', ...london('20270601T190000', '20270601T210000')]
  await put(
    'choir.ics',
    object(
      'A2',
      [...weekly.slice(0, -1), 'RRULE:FREQ=WEEKLY;COUNT=3'],
      ['RECURRENCE-ID:20270309T190000Z', ...moved],
    ),
  )
  expect(await filesBetween(device, '2027-03-01T00:00Z', '2027-04-01T00:00Z')).toEqual([
    'choir.ics',
    'dinner.ics',
  ])
  expect(await filesBetween(device, '2027-03-10T00:00Z', '2027-03-11T00:00Z')).toEqual(['dinner.ics'])
  expect(await filesBetween(device, '2027-03-09T00:00Z', '2027-03-10T00:00Z')).toEqual([])
  expect(await filesBetween(device, '2027-06-01T00:00Z', '2027-06-02T00:00Z')).toEqual(['choir.ics'])
})

test('a calendar keeps the name and the colour that a device gives it', async () => {
  const { device } = await withDevice()
  const [events] = await calendarsOf(device)
  await events?.rename?.(device, { displayName: 'People' })
  await events?.rename?.(device, { color: '#ff0000' })
  const [renamed, dates] = await calendarsOf(device)
  expect([renamed?.displayName, renamed?.color]).toEqual(['People', '#ff0000'])
  expect(dates?.displayName).toBe('Budkeeper dates')
})

test('in another time zone of the owner all events are read again', async () => {
  const { client, device, put } = await withDevice()
  const { etag } = await put('a.ics', object('A1', dinner))
  const state = await collection.state(device)
  const { status } = await client.patch('/api/v1/users/settings', { timeZone: 'America/New_York' })
  expect(status).toBe(200)
  const found = await collection.changesSince(device, state)
  expect(found?.changed).toEqual([{ file: 'a.ics', etag: `"${Number(etag?.slice(1, -1)) + 1}"` }])
  const [resource] = await collection.read({ ...device, zone: 'America/New_York' }, ['a.ics'])
  expect(resource?.content).toContain('DTSTART;TZID=America/New_York:20270310T190000')
  expect(resource?.content).toContain('TRIGGER:-PT15M')
})

test('a series whose days would be others in the new zone of its owner is written in that zone', async () => {
  const { device, put } = await withDevice()
  const late = [
    'SUMMARY:Late show',
    'DTSTART;TZID=Europe/London:20270302T230000',
    'DURATION:PT30M',
    'RRULE:FREQ=WEEKLY;BYDAY=TU',
    'CLASS:PRIVATE',
  ]
  await put('a.ics', object('A1', late, ['RECURRENCE-ID:20270309T230000Z', ...dinner]))
  const [resource] = await collection.read({ ...device, zone: 'Asia/Tokyo' }, ['a.ics'])
  const lines = resource?.content.split('\r\n')
  for (const line of [
    'DTSTART;TZID=Asia/Tokyo:20270302T230000',
    'DTEND;TZID=Asia/Tokyo:20270302T233000',
    'RECURRENCE-ID;TZID=Asia/Tokyo:20270309T230000',
    'CLASS:PRIVATE',
    'UID:A1',
  ])
    expect(lines).toContain(line)
})

test('a zone that costs much is not expanded', async () => {
  const { put } = await withDevice()
  const zone = (rule: string) =>
    [
      ...['BEGIN:VTIMEZONE', 'TZID:Mine', 'BEGIN:STANDARD', 'DTSTART:19700101T000000'],
      ...['TZOFFSETFROM:+0000', 'TZOFFSETTO:+0100', `RRULE:${rule}`, 'END:STANDARD', 'END:VTIMEZONE', ''],
    ].join('\r\n')
  const event = ['DTSTART;TZID=Mine:20270302T230000']
  for (const rule of [
    'FREQ=SECONDLY',
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=YEARLY;BYMONTH=1;BYSECOND=1,2,3',
    'FREQ=YEARLY;BYDAY=MO',
  ])
    expect(
      await refusalOf(put('a.ics', object('A1', event).replace('BEGIN:VEVENT', `${zone(rule)}BEGIN:VEVENT`))),
    ).toMatchObject({ status: 403, message: 'The time zone Mine is not known.' })
})
