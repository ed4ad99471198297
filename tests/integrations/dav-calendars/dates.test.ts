import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { datesCollection as collection } from '~/integrations/dav-calendars/dates-collection.server'
import { createBud, createCircle, signedIn } from '../../support/factories'
import { createDevice } from '../devices/support'
import { none, refusalOf } from './support'

async function withDates() {
  const client = await signedIn({ timeZone: 'Europe/London' })
  const device = await createDevice(client.user)
  const { _id: bud } = await createBud(client.user, {
    ...{ Firstname: 'Ada', Surname: 'Lovelace' },
    dates: [
      { label: 'Birthday', year: 1815, month: 12, day: 10 },
      { label: 'Name day', year: null, month: 2, day: 29 },
    ],
  })
  await createBud(client.user, { Firstname: 'Without' })
  const { _id: circle } = await createCircle(client.user, {
    Name: 'Readers',
    milestones: [{ id: 1, date: '2020-05-01', description: 'Founded' }],
  })
  return { client, device, bud, circle }
}

test('dates of buds and milestones are yearly whole days, each a resource', async () => {
  const { device, bud, circle } = await withDates()
  const { resources, state } = await collection.list(device)
  const files = [`${bud}-1.ics`, `${bud}-2.ics`, `${circle}-1.ics`]
  expect(resources.map(({ file }) => file).sort()).toEqual([...files].sort())
  expect(state).toBe(await collection.state(device))
  const read = await collection.read(device, [...files, `${bud}-3.ics`, 'x.ics', `${bud}.vcf`], '3.0')
  expect(read.map(({ file, etag }) => ({ file, etag }))).toEqual(expect.arrayContaining(resources))
  const entries = read.map(({ content }) => {
    const entry = new ICAL.Component(ICAL.parse(content) as never).getFirstSubcomponent('vevent')
    const { uid, summary, startDate } = new ICAL.Event(entry as ICAL.Component)
    return [
      uid,
      summary,
      startDate.toString(),
      startDate.isDate,
      String(entry?.getFirstPropertyValue('rrule')),
    ]
  })
  expect(entries.sort()).toEqual(
    [
      [`${bud}-1@budkeeper`, 'Ada Lovelace: Birthday', '1970-12-10', true, 'FREQ=YEARLY'],
      [
        `${bud}-2@budkeeper`,
        'Ada Lovelace: Name day',
        '2000-02-29',
        true,
        'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1',
      ],
      [`${circle}-1@budkeeper`, 'Readers: Founded', '2020-05-01', true, 'FREQ=YEARLY'],
    ].sort(),
  )
})

test('a bud that changes reports its dates, and those that it has no more', async () => {
  const { client, device, bud } = await withDates()
  const { state } = await collection.list(device)
  expect(await collection.changesSince(device, state)).toEqual({ changed: [], gone: [], state })
  await client.patch(`/api/v1/buds/${bud}`, {
    dates: [{ label: 'Birthday', year: 1815, month: 12, day: 11 }],
  })
  const found = await collection.changesSince(device, state)
  expect(found?.changed.map(({ file }) => file)).toEqual([`${bud}-1.ics`])
  expect(found?.gone).toContain(`${bud}-2.ics`)
  expect(found?.gone).not.toContain(`${bud}-1.ics`)
  await client.delete(`/api/v1/buds/${bud}`)
  const after = await collection.changesSince(device, found?.state ?? 0)
  expect([after?.changed, after?.gone.includes(`${bud}-1.ics`)]).toEqual([[], true])
  expect(await collection.changesSince(device, 999)).toBeNull()
})

test('a range finds the dates that come in it', async () => {
  const { device, bud, circle } = await withDates()
  const filesIn = async (from: string, to: string) => {
    const files = []
    const range = { from: new Date(from), to: new Date(to) }
    for await (const page of collection.pages(device, '3.0', range))
      files.push(...page.map(({ file }) => file))
    return files
  }
  expect(await filesIn('2026-12-10T00:00Z', '2026-12-11T00:00Z')).toEqual([`${bud}-1.ics`])
  expect(await filesIn('2027-02-28T00:00Z', '2027-03-01T00:00Z')).toEqual([`${bud}-2.ics`])
  expect(await filesIn('2028-02-28T00:00Z', '2028-02-29T00:00Z')).toEqual([])
  expect(await filesIn('2027-05-01T00:00Z', '2027-05-02T00:00Z')).toEqual([`${circle}-1.ics`])
})

test('no device writes dates', async () => {
  const { device, bud } = await withDates()
  const file = `${bud}-1.ics`
  for (const work of [
    collection.put(device, file, Buffer.from(''), none),
    collection.remove(device, file, none),
  ])
    expect(await refusalOf(work)).toMatchObject({ status: 403 })
})
