import fc from 'fast-check'
import { unzipSync } from 'fflate'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { backupRecords } from '~/data/exports/backup.server'
import { openCsv } from '~/data/imports/csv/csv'
import { recordKinds } from '~/people/buds/record-kinds'
import { anyBud } from '../../support/any-bud'
import { baseUrl } from '../../support/app'
import { parseBackup } from '../../support/backups'
import { type Client, createClient } from '../../support/client'
import { createBud, createCircle, createEvent, createInteraction, signedIn } from '../../support/factories'

const api = '/api/v1/export'

/** The file as bytes, which the client of the other tests reads as text. */
async function download(client: Client, path: string, init: RequestInit = {}) {
  const headers = { Cookie: client.cookieHeader() }
  const response = await fetch(new URL(path, baseUrl), { headers, redirect: 'manual', ...init })
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) }
}

async function unzipped(client: Client, path = api) {
  const { bytes } = await download(client, path)
  const files = unzipSync(bytes)
  const textOf = (name: string) => Buffer.from(files[name] ?? []).toString()
  return { files, textOf, json: JSON.parse(textOf('budkeeper.json')) }
}

const picture = (background: string) =>
  sharp({ create: { width: 300, height: 300, channels: 3, background } })
    .png()
    .toBuffer()

/** A user with two buds, one of them with a photo, a circle, an event and an interaction. */
async function signedInWithData() {
  const client = await signedIn({ timeZone: 'Europe/Berlin' })
  const ada = await createBud(client.user, {
    Firstname: 'Ada',
    Surname: 'Lovelace',
    Nickname: '=1+1',
    hobbies: ['Chess', 'Yoga'],
    cadenceDays: 30,
    emails: [{ label: 'Home', value: 'ada@example.org' }],
    dates: [
      { label: 'Birthday', year: 1815, month: 12, day: 10 },
      { label: 'Leap day', year: null, month: 2, day: 29 },
    ],
    notes: 'Line one\nLine two; with, marks \\ and Ümlauts 日本 👩‍🔬',
    customFields: [{ name: 'Engine', value: 'Analytical' }],
  })
  const grace = await createBud(client.user, { Firstname: 'Grace' })
  await client.send('PUT', `/api/v1/buds/${ada._id}/photo`, {
    body: (await picture('#2b6a47')) as BodyInit,
  })
  await client.post(`/api/v1/buds/${grace._id}/snooze`, { until: '9999-12-31' })
  const selectedBuds = [ada._id, grace._id]
  const milestones = [{ id: 1, date: '2026-11-20', description: 'First meeting' }]
  const circle = await createCircle(client.user, { selectedBuds, milestones, cadenceDays: 7 })
  const event = await createEvent(client.user, { selectedBuds })
  const interaction = await createInteraction(client.user, { selectedBuds, note: '@home' })
  return { client, ada, grace, circle, event, interaction }
}

const withIds = ({ buds, ...record }: { buds: { _id: string }[] }) => ({
  ...record,
  selectedBuds: buds.map(({ _id }) => _id),
})

describe('GET /export', () => {
  test.each([
    ['', 'zip', 'application/zip'],
    ['?format=zip', 'zip', 'application/zip'],
    ['?format=json', 'json', 'application/json; charset=utf-8'],
    ['?format=csv', 'csv', 'text/csv; charset=utf-8'],
    ['?format=vcf', 'vcf', 'text/vcard; charset=utf-8'],
    ['?format=vcf&version=4', 'vcf', 'text/vcard; charset=utf-8'],
    ['?format=ics', 'ics', 'text/calendar; charset=utf-8'],
  ])('%s is a file to save, over the API and on the screen', async (query, extension, type) => {
    const { client } = await signedInWithData()
    for (const path of [api, '/dashboard/export']) {
      const { response, bytes } = await download(client, path + query)
      expect(response.status).toBe(200)
      expect(response.headers.get('Content-Type')).toBe(type)
      expect(response.headers.get('Cache-Control')).toBe('no-store')
      expect(response.headers.get('Content-Disposition')).toMatch(
        new RegExp(`^attachment; filename="budkeeper-\\d{4}-\\d\\d-\\d\\d\\.${extension}"$`),
      )
      expect(bytes.length).toBeGreaterThan(100)
      const head = await download(client, path + query, {
        method: 'HEAD',
        headers: { Cookie: client.cookieHeader() },
      })
      expect([head.response.status, head.bytes.length]).toEqual([200, 0])
      expect(head.response.headers.get('Content-Type')).toBe(type)
    }
  })

  test.each(['format=xml', 'format=ZIP', 'format=vcf&version=2', 'version=x'])(
    'refuses %s with 400, and the screen shows the message',
    async (query) => {
      const client = await signedIn()
      const name = query.includes('version') ? 'version' : 'format'
      const response = await client.get(`${api}?${query}`)
      expect(response).toMatchObject({
        status: 400,
        body: { msg: expect.stringContaining(`${name} must be one of`) },
      })
      const screen = await client.visit(`/dashboard/export?${query}`)
      expect(screen.headers.get('Location')).toBe('/dashboard/data')
      expect(screen).toSendToast(response.body.msg)
    },
  )

  test('needs a session', async () => {
    expect((await createClient().get(api)).status).toBe(401)
    expect((await createClient().visit('/dashboard/export')).headers.get('Location')).toBe('/')
  })

  test('may be used by the demo account', async () => {
    const client = await signedIn({ traits: ['demo'] })
    const { _id } = await createBud(client.user)
    const { json } = await unzipped(client)
    expect(parseBackup(json).buds).toContainEqual(expect.objectContaining({ _id }))
  })
})

describe('the backup', () => {
  test('has every record as the API returns it, and passes its own schema', async () => {
    const { client, ada, grace, circle, event, interaction } = await signedInWithData()
    const { json } = await unzipped(client)
    expect((await client.get(`${api}?format=json`)).body).toEqual({
      ...json,
      exportedAt: expect.any(String),
    })
    expect(json).toMatchObject({ format: 'budkeeper', version: 1 })
    expect(json.settings).toEqual((await client.get('/api/v1/users/settings')).body.settings)
    expect(json.profile).toMatchObject({ Firstname: 'Ada', Email: client.user.Email })

    const bud = async (id: string) => (await client.get(`/api/v1/buds/${id}`)).body.bud
    expect(json.buds).toEqual([
      { ...(await bud(ada._id)), relations: [], photo: `photos/${ada._id}.webp` },
      { ...(await bud(grace._id)), relations: [] },
    ])
    const get = async (path: string, name: string) => withIds((await client.get(path)).body[name])
    expect(json.circles).toEqual([await get(`/api/v1/circles/${circle._id}`, 'circle')])
    expect(json.events).toEqual([{ ...(await get(`/api/v1/events/${event._id}`, 'event')), answers: [] }])
    expect(json.interactions).toEqual([await get(`/api/v1/interactions/${interaction._id}`, 'interaction')])

    const restored = parseBackup(json)
    for (const name of ['buds', 'circles', 'events', 'interactions'] as const)
      for (const [n, record] of restored[name].entries()) {
        const given = json[name][n]
        const sorted = 'selectedBuds' in record && { selectedBuds: given.selectedBuds.toSorted() }
        expect({ ...given, ...sorted }).toMatchObject(record)
      }
  })

  test('of any account passes its own schema, and has what was entered', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyBud, { minLength: 1, maxLength: 4 }), async (inputs) => {
        const client = await signedIn()
        const selectedBuds: string[] = []
        for (const input of inputs) selectedBuds.push((await createBud(client.user, input))._id)
        const { notes, Firstname: Name } = inputs[0] as (typeof inputs)[0]
        const Description = notes.slice(0, 1_000).trim().toWellFormed()
        await createCircle(client.user, { Name, Description, selectedBuds })
        await createEvent(client.user, { Name, Description, selectedBuds })
        await createInteraction(client.user, { note: Description, selectedBuds })
        const { json } = await unzipped(client)
        const { buds, circles, events, interactions } = parseBackup(json)
        expect(buds).toMatchObject(inputs)
        for (const record of [circles[0], events[0]])
          expect(record).toMatchObject({ Name, Description, selectedBuds: selectedBuds.toSorted() })
        expect(interactions).toMatchObject([{ note: Description, selectedBuds: selectedBuds.toSorted() }])
      }),
      { numRuns: 25 },
    )
  })

  test('has the photos byte for byte', async () => {
    const { client, ada } = await signedInWithData()
    const { files } = await unzipped(client)
    const { photo } = (await client.get(`/api/v1/buds/${ada._id}`)).body.bud
    const { bytes } = await download(client, photo)
    expect(Buffer.from(files[`photos/${ada._id}.webp`] ?? []).equals(bytes)).toBe(true)
    expect(Object.keys(files)).toEqual([
      'README.txt',
      'budkeeper.json',
      'buds.csv',
      'circles.csv',
      'events.csv',
      'interactions.csv',
      'buds.vcf',
      'calendar.ics',
      `photos/${ada._id}.webp`,
    ])
  })

  test('accepts an interaction whose buds are deleted', async () => {
    const { client, ada, grace } = await signedInWithData()
    for (const { _id } of [ada, grace]) await client.delete(`/api/v1/buds/${_id}`)
    const { json } = await unzipped(client)
    expect(parseBackup(json)).toMatchObject({ buds: [], interactions: [{ selectedBuds: [] }] })
  })

  test('never has the data of another owner', async () => {
    const [{ client }, other] = [await signedInWithData(), await signedIn()]
    const secret = 'Xanthippe'
    const bud = await createBud(other.user, { Firstname: secret, notes: secret })
    await other.send('PUT', `/api/v1/buds/${bud._id}/photo`, {
      body: (await picture('#a02020')) as BodyInit,
    })
    await createCircle(other.user, { Name: secret, selectedBuds: [bud._id] })
    await createEvent(other.user, { Name: secret, selectedBuds: [bud._id] })
    await createInteraction(other.user, { note: secret, selectedBuds: [bud._id] })
    const { files } = await unzipped(client)
    for (const [name, bytes] of Object.entries(files)) {
      expect(`${name} ${Buffer.from(bytes)}`).not.toContain(secret)
      expect(name).not.toContain(bud._id)
    }
    const theirs = await unzipped(other)
    expect(theirs.textOf('budkeeper.json')).toContain(secret)
  })

  test('has more records than a page', async () => {
    const client = await signedIn()
    const ids: string[] = []
    for (let n = 0; n < 401; n++) ids.push((await createBud(client.user, { Firstname: `Bud ${n}` }))._id)
    const { json, textOf } = await unzipped(client)
    expect(json.buds.map(({ _id }: { _id: string }) => _id)).toEqual(ids.sort())
    expect(textOf('buds.vcf').match(/^BEGIN:VCARD/gm)).toHaveLength(401)
    expect(textOf('buds.csv').trimEnd().split('\r\n')).toHaveLength(402)
  })
})

test.each([
  ['buds', 'First name is required', { Firstname: '' }],
  ['buds', '_id must be a UUID', { _id: '1' }],
  ['buds', 'photo must be the name of a file such as photos/{id}.webp', { photo: '../../etc/passwd' }],
  ['interactions', 'Day is required', { on: '' }],
] as const)('the rules of %s in a backup refuse with: %s', (list, message, fields) => {
  const { error } = backupRecords[list].safeParse(fields)
  expect(error?.issues.map(({ message }) => message)).toContain(message)
})

test('has each kind of record, in the backup, the tables and the text about them', async () => {
  const { files, textOf, json } = await unzipped(await signedIn())
  for (const { many } of Object.values(recordKinds)) {
    expect(json).toHaveProperty(many, [])
    // The rules of a list are no table.
    if (many !== 'lists') {
      expect(Object.keys(files)).toContain(`${many}.csv`)
      expect(textOf('README.txt')).toMatch(new RegExp(`^${many}\\.csv +Your \\w+`, 'm'))
    }
    expect(textOf('README.txt')).toContain(many)
  }
})

test('cells of the CSV files are no formulas, and that of buds has the own columns', async () => {
  const { client } = await signedInWithData()
  const { textOf } = await unzipped(client)
  const names = ['buds', 'circles', 'events', 'interactions'].map((name) => `${name}.csv`)
  for (const name of names) {
    const text = textOf(name)
    expect(text.startsWith('\ufeff')).toBe(true)
    expect(text).not.toMatch(/(^|,)"?[=@+\t]/m)
  }
  const [rows] = [...openCsv(textOf('buds.csv')).batches()]
  expect(rows?.[0]?.cells).toContain('=1+1')
  expect((await client.get(`${api}?format=csv`)).text).toBe(textOf('buds.csv').replace('\ufeff', ''))
  expect(textOf('circles.csv')).toContain('2026-11-20: First meeting')
  expect(textOf('events.csv')).toContain('Ada Lovelace ::: Grace')
})
