import { desc, eq } from 'drizzle-orm'
import sharp from 'sharp'
import { v7 as uuid } from 'uuid'
import { describe, expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { undoChange } from '~/data/history/undo.server'
import { addressBook } from '~/integrations/address-book/address-book.server'
import { findBud, updateBud } from '~/people/buds/buds.server'
import { budObjects, buds, changes, circleBuds, circles } from '~drizzle/schema'
import { createBud, createCircle, signedIn } from '../../support/factories'
import { onePixel, undoLast } from '../../support/history'
import { createDevice } from '../devices/support'
import { sampleCards } from './sample-cards'
import { card, get, put, remove, valuesOf } from './support'

const ada = (...lines: string[]) => card('UID:ada', 'N:Lovelace;Ada;;;', 'FN:Ada Lovelace', ...lines)

async function start() {
  const client = await signedIn()
  const device = await createDevice(client.user)
  const ownerId = client.user._id
  const budsOf = () => db.select().from(buds).where(eq(buds.ownerId, ownerId)).orderBy(buds._id)
  const onlyBud = async () => {
    const [bud, other] = await budsOf()
    expect(other).toBeUndefined()
    return bud as typeof buds.$inferSelect
  }
  const circlesOf = async () => {
    const rows = await db
      .select({ name: circles.Name, bud: circleBuds.budId })
      .from(circles)
      .leftJoin(circleBuds, eq(circleBuds.recordId, circles._id))
      .where(eq(circles.ownerId, ownerId))
      .orderBy(circles.Name)
    return rows.map(({ name, bud }) => (bud ? name : `${name} (empty)`))
  }
  return { client, device, ownerId, budsOf, onlyBud, circlesOf }
}

test('a card becomes a bud, and comes back under its name and UID', async () => {
  const { device, onlyBud } = await start()
  const content = ada('EMAIL;TYPE=home:ada@example.org', 'X-FOO;A=b:c', 'X-BUDKEEPER-BUDTYPE:Friend')
  expect(await put(device, 'x y.vcf', content)).toEqual({
    isNew: true,
    etag: expect.stringMatching(/^"\d+"$/),
  })
  const bud = await onlyBud()
  expect(bud).toMatchObject({ Firstname: 'Ada', Surname: 'Lovelace', Budtype: 'Friend' })
  expect(bud.emails).toEqual([{ label: 'Home', value: 'ada@example.org' }])
  const given = await get(device, 'x y.vcf')
  expect(given?.content).toBe(content)
  const { resources, state } = await addressBook.list(device)
  expect(resources).toEqual([{ file: 'x y.vcf', etag: given?.etag }])
  expect(await addressBook.state(device)).toBe(state)
  expect(await addressBook.changesSince(device, 0)).toEqual({ changed: resources, gone: [], state })
})

test('all sample cards come back value by value, also after an edit on the web', async () => {
  const { device, ownerId, budsOf } = await start()
  const files = sampleCards.map((_, n) => `${n}.vcf`)
  for (const [n, content] of sampleCards.entries()) await put(device, `${n}.vcf`, content)
  const [one, two] = [
    await addressBook.read(device, files, '3.0'),
    await addressBook.read(device, files, '4.0'),
  ]
  expect([one.length, two.length]).toEqual([120, 120])
  for (const [n, content] of sampleCards.entries()) {
    const given = (content.includes('VERSION:3.0') ? one : two).find(({ file }) => file === `${n}.vcf`)
    const values = (text: string) => valuesOf(text).map((line) => line.replace(/^CATEGORIES.*/i, ''))
    expect(values(given?.content ?? '')).toEqual(values(content))
  }
  for (const bud of await budsOf()) await updateBud(ownerId, bud._id, { Location: 'Leeds' })
  let count = 0
  for await (const page of addressBook.pages(device, '3.0')) {
    count += page.length
    for (const { content } of page) expect(content).toContain('X-BUDKEEPER-LOCATION:Leeds')
  }
  expect(count).toBe(120)
})

test('the same card again writes nothing', async () => {
  const { client, device } = await start()
  const bud = await createBud(client.user, { Firstname: 'Bo', notes: 'a\u0007b', cadenceDays: 30 })
  const file = `${bud._id}.vcf`
  const [first] = (await addressBook.list(device)).resources
  const given = await get(device, file)
  expect(await put(device, file, given?.content ?? '')).toEqual({ isNew: false, etag: first?.etag })
  expect(await db.$count(budObjects, eq(budObjects.ownerId, client.user._id))).toBe(0)
  await put(device, file, (given?.content ?? '').replace('Bo', 'Bob'))
  expect(await findBud(client.user._id, bud._id)).toMatchObject({ Firstname: 'Bob', notes: 'a\u0007b' })
})

test('what a client leaves out is deleted, but for the properties of Budkeeper', async () => {
  const { client, device, onlyBud } = await start()
  const bud = await createBud(client.user, {
    Firstname: 'Ada',
    Occupation: 'Analyst',
    notes: 'Tea',
    Location: 'Leeds',
    hobbies: ['Chess'],
    cadenceDays: 30,
    emails: [{ label: '', value: 'ada@example.org' }],
    customFields: [
      { name: 'Engine', value: 'A' },
      { name: 'Code', value: 'B' },
    ],
  })
  await addressBook.list(device)
  await put(device, `${bud._id}.vcf`, card(`UID:urn:uuid:${bud._id}`, 'N:;Ada;;;', 'FN:Ada'))
  expect(await onlyBud()).toMatchObject({ Occupation: '', notes: '', emails: [], Location: 'Leeds' })
  expect(await onlyBud()).toMatchObject({
    hobbies: bud.hobbies,
    cadenceDays: 30,
    customFields: bud.customFields,
  })
  const changed = ['X-BUDKEEPER-LOCATION:York', 'X-BUDKEEPER-CUSTOMFIELD:Code;C']
  await put(device, `${bud._id}.vcf`, card('N:;Ada;;;', 'FN:Ada', ...changed))
  expect(await onlyBud()).toMatchObject({
    Location: 'York',
    customFields: [
      { name: 'Engine', value: 'A' },
      { name: 'Code', value: 'C' },
    ],
  })
})

test('an undo of a card brings back the one before', async () => {
  const { client, device, ownerId, onlyBud } = await start()
  await put(device, 'a.vcf', ada('TITLE:One', 'X-FOO:1'))
  const before = await get(device, 'a.vcf')
  const other = await createDevice(client.user, 'Laptop')
  await put(other, 'a.vcf', ada('TITLE:Two', 'X-FOO:2'))
  expect((await onlyBud()).Occupation).toBe('Two')
  const [change] = await db
    .select()
    .from(changes)
    .where(eq(changes.ownerId, ownerId))
    .orderBy(desc(changes._id))
    .limit(1)
  await undoChange(ownerId, change?._id ?? '')
  expect((await get(device, 'a.vcf'))?.content).toBe(before?.content)
})

describe('conditions', () => {
  test('two devices at the same card: one 412', async () => {
    const { client, device } = await start()
    const other = await createDevice(client.user, 'Laptop')
    await put(device, 'a.vcf', ada())
    const ifMatch = (await get(device, 'a.vcf'))?.etag ?? ''
    const conditions = { ifMatch, ifNoneMatch: null } as never
    const writes = [device, other].map((one) => put(one, 'a.vcf', ada(`TITLE:${one.name}`), conditions))
    const results = await Promise.allSettled(writes)
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused.map(({ reason }) => reason.status)).toEqual([412])
    await expect(
      put(device, 'a.vcf', ada(), { ifMatch: null, ifNoneMatch: '*' } as never),
    ).rejects.toMatchObject({
      status: 412,
    })
    await expect(
      remove(device, 'a.vcf', { ifMatch: '"0"', ifNoneMatch: null } as never),
    ).rejects.toMatchObject({
      status: 412,
    })
  })

  test('a UID belongs to one card', async () => {
    const { client, device, budsOf } = await start()
    const bud = await createBud(client.user, { Firstname: 'Bo' })
    await put(device, 'a.vcf', ada())
    const conflict = { status: 409, condition: 'CARD:no-uid-conflict' }
    await expect(put(device, 'b.vcf', ada())).rejects.toMatchObject({ ...conflict, file: 'a.vcf' })
    await expect(put(device, 'a.vcf', ada().replace('UID:ada', 'UID:new'))).rejects.toMatchObject(conflict)
    const own = card(`UID:${bud._id}`, 'FN:Bo')
    await expect(put(device, 'b.vcf', own)).rejects.toMatchObject({ ...conflict, file: `${bud._id}.vcf` })
    expect(await budsOf()).toHaveLength(2)
  })
})

test.each([
  ['no card', 'Hello'],
  ['two cards', ada() + ada()],
  ['no end', ada().replace('END:VCARD', '')],
  ['version 2.1', ada().replace('3.0', '2.1')],
  ['no name', card('UID:x', 'TITLE:y')],
  ['a line that is none', ada().replace('FN:', 'FN:Ada\r\nnothing\r\nFN:')],
  ['NUL', ada('NOTE:a\0b')],
  ['11 emails', ada(...Array.from({ length: 11 }, (_, n) => `EMAIL:a${n}@example.org`))],
  ['a long note', ada(`NOTE:${'x'.repeat(10_001)}`)],
  ['a long label', ada('item1.TEL:1', `item1.X-ABLABEL:${'x'.repeat(51)}`)],
  ['a long category', ada(`CATEGORIES:${'x'.repeat(101)}`)],
  ['a photo that is none', ada('PHOTO;ENCODING=b;TYPE=JPEG:AAAA')],
])('%s is refused, and nothing is stored', async (_, content) => {
  const { device, budsOf } = await start()
  await expect(put(device, 'a.vcf', content)).rejects.toMatchObject({
    status: 403,
    message: expect.stringMatching(/./),
  })
  expect(await budsOf()).toEqual([])
})

test('a name of a card is checked', async () => {
  const { device } = await start()
  for (const file of ['', 'a/b.vcf', 'x'.repeat(300)])
    await expect(put(device, file, ada())).rejects.toMatchObject({ status: 403 })
})

test('categories are circles: absent they stay, present they are all', async () => {
  const { client, device, circlesOf } = await start()
  await createCircle(client.user, { Name: 'Club' })
  await put(device, 'a.vcf', ada('CATEGORIES:club,New'))
  expect(await circlesOf()).toEqual(['Club', 'New'])
  await put(device, 'a.vcf', ada())
  expect(await circlesOf()).toEqual(['Club', 'New'])
  expect((await get(device, 'a.vcf'))?.content).toContain('CATEGORIES:Club,New')
  await put(device, 'a.vcf', ada('CATEGORIES:New,Third'))
  expect(await circlesOf()).toEqual(['Club (empty)', 'New', 'Third'])
})

test('categories are tags if the account has such, and no circle of that name', async () => {
  const { client, device, onlyBud, circlesOf } = await start()
  const { _id, tags } = await createBud(client.user, { Firstname: 'Bo', tags: ['Choir', 'Dogs'] })
  const file = `${_id}.vcf`
  const given = (await get(device, file))?.content ?? ''
  expect(given).toContain('CATEGORIES:Choir,Dogs')
  expect(given).not.toContain('X-BUDKEEPER-TAGS')
  await put(device, file, given.replace(/CATEGORIES.*\r\n/, 'X-OWN:1\r\n'))
  expect((await onlyBud()).tags).toEqual(tags)
  await put(device, file, given.replace('Choir,Dogs', 'dogs,New'))
  expect((await onlyBud()).tags).toEqual(['Dogs'])
  expect(await circlesOf()).toEqual(['New'])
  expect((await get(device, file))?.content).toMatch(/CATEGORIES:dogs,New\r\n/)
})

describe('groups of Apple', () => {
  const group = (name: string, ...members: string[]) =>
    card(
      'UID:group',
      `N:${name};;;;`,
      `FN:${name}`,
      'X-ADDRESSBOOKSERVER-KIND:group',
      ...members.map((uid) => `X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:${uid}`),
    )

  test('are circles, from the first on', async () => {
    const { client, device, circlesOf, budsOf } = await start()
    const web = await createCircle(client.user, { Name: 'Web' })
    await put(device, 'a.vcf', ada())
    const { resources, state } = await addressBook.list(device)
    expect(resources.map(({ file }) => file)).toEqual(['a.vcf'])
    expect(await put(device, 'g.vcf', group('Club', 'ada', 'later'))).toMatchObject({
      isNew: true,
      etag: expect.any(String),
    })
    expect(await circlesOf()).toEqual(['Club', 'Web (empty)'])
    const changes = await addressBook.changesSince(device, state)
    expect(changes?.changed.map(({ file }) => file).sort()).toEqual(
      [`${web._id}.vcf`, 'a.vcf', 'g.vcf'].sort(),
    )
    expect((await get(device, `${web._id}.vcf`))?.content).toContain('X-ADDRESSBOOKSERVER-KIND:group')
    await put(device, 'l.vcf', card('UID:LATER', 'FN:Late'))
    expect(await circlesOf()).toEqual(['Club', 'Club', 'Web (empty)'])
    expect((await get(device, 'g.vcf'))?.content).toBe(group('Club', 'ada', 'later'))
    await put(device, 'g.vcf', group('Friends', 'later'))
    expect(await circlesOf()).toEqual(['Friends', 'Web (empty)'])
    await remove(device, 'g.vcf')
    expect(await circlesOf()).toEqual(['Web (empty)'])
    expect(await budsOf()).toHaveLength(2)
  })

  test('after the last one, circles of the web are gone for the device, and back with the next', async () => {
    const { client, device, circlesOf } = await start()
    const web = `${(await createCircle(client.user, { Name: 'Web' }))._id}.vcf`
    await put(device, 'g.vcf', group('Club'))
    const listed = await addressBook.list(device)
    expect(listed.resources.map(({ file }) => file).sort()).toEqual([web, 'g.vcf'].sort())
    await remove(device, 'g.vcf')
    const after = await addressBook.changesSince(device, listed.state)
    expect([after?.changed, after?.gone.sort()]).toEqual([[], [web, 'g.vcf'].sort()])
    expect((await addressBook.list(device)).resources).toEqual([])
    expect(await circlesOf()).toEqual(['Web (empty)'])
    await put(device, 'h.vcf', group('Choir').replace('UID:group', 'UID:choir'))
    const back = await addressBook.changesSince(device, after?.state ?? 0)
    expect(back?.changed.map(({ file }) => file).sort()).toEqual([web, 'h.vcf'].sort())
    const { circles: left } = (await client.get('/api/v1/circles?search=Choir')).body
    await client.delete(`/api/v1/circles/${left[0]._id}`)
    expect((await addressBook.changesSince(device, back?.state ?? 0))?.gone).toContain(web)
  })

  test('a deleted group comes back by an undo, under its name and with its members', async () => {
    const { client, device, circlesOf } = await start()
    await put(device, 'a.vcf', ada())
    await put(device, 'g.vcf', group('Club', 'ada', 'later'))
    await remove(device, 'g.vcf')
    const { state } = await addressBook.list(device)
    expect(await circlesOf()).toEqual([])
    await undoLast(client)
    expect(await circlesOf()).toEqual(['Club'])
    expect((await addressBook.changesSince(device, state))?.changed).toContainEqual({
      file: 'g.vcf',
      etag: expect.any(String),
    })
    expect((await get(device, 'g.vcf'))?.content).toBe(group('Club', 'ada', 'later'))
  })

  test('what the undo of a group leaves is listed under a name by which it is read', async () => {
    const { client, device } = await start()
    const { _id } = await createCircle(client.user, { Name: 'Club' })
    await put(
      await createDevice(client.user, 'Laptop'),
      'h.vcf',
      group('Choir').replace('UID:group', 'UID:h'),
    )
    await put(device, 'g.vcf', group('Club'))
    const { state } = await addressBook.list(device)
    await undoLast(client)
    const names = (await addressBook.list(device)).resources.map(({ file }) => file)
    for (const name of names) expect(await get(device, name), name).toBeDefined()
    expect(names.sort()).toEqual(['g.vcf', 'h.vcf'])
    expect((await addressBook.changesSince(device, state))?.changed).toMatchObject([{ file: 'g.vcf' }])
    const { content = '' } = (await get(device, 'g.vcf')) ?? {}
    await put(device, 'g.vcf', content.replaceAll('Club', 'Crew'))
    expect((await client.get(`/api/v1/circles/${_id}`)).body.circle.Name).toBe('Crew')
    expect((await get(device, 'g.vcf'))?.content).toContain('FN:Crew')
  })

  test('a group may have 500 members', async () => {
    const { device, ownerId, circlesOf } = await start()
    const ids = Array.from({ length: 501 }, () => uuid())
    await db.insert(buds).values(ids.map((_id) => ({ ownerId, _id, Firstname: 'Bo' })))
    await addressBook.list(device)
    const large = group('All', ...ids.slice(0, 500))
    expect(await put(device, 'g.vcf', large)).toEqual({ isNew: true, etag: expect.any(String) })
    expect(await circlesOf()).toHaveLength(500)
    expect((await get(device, 'g.vcf'))?.content).toBe(large)
    await put(device, 'g.vcf', group('All', ...ids.slice(1, 500)))
    expect(await circlesOf()).toHaveLength(499)
    await expect(put(device, 'g.vcf', group('All', ...ids))).rejects.toMatchObject({ status: 403 })
    expect(await circlesOf()).toHaveLength(499)
  })

  test('a group of the name of a circle that no device has seen is that circle', async () => {
    const { client, device, circlesOf } = await start()
    const bud = await createBud(client.user, { Firstname: 'Bo' })
    await createCircle(client.user, { Name: 'club', selectedBuds: [bud._id] })
    await put(device, 'a.vcf', ada())
    expect(await put(device, 'g.vcf', group('Club', 'ada'))).toEqual({ isNew: true, etag: null })
    expect(await circlesOf()).toEqual(['club', 'club'])
  })
})

test('a photo goes both ways, and comes back without a change', async () => {
  const { device, ownerId, onlyBud } = await start()
  const png = (await sharp(onePixel).resize(40, 40).png().toBuffer()).toString('base64')
  expect(await put(device, 'a.vcf', ada(`PHOTO;ENCODING=b;TYPE=PNG:${png}`))).toEqual({
    isNew: true,
    etag: null,
  })
  const { photo } = await onlyBud()
  expect(photo).toMatch(/^\/photos\//)
  const [object] = await db.select().from(budObjects).where(eq(budObjects.ownerId, ownerId))
  expect(object?.content).toContain('PHOTO;ENCODING=b;TYPE=PNG:\r\n')
  const given = await get(device, 'a.vcf')
  expect(given?.content).toContain('PHOTO;ENCODING=b;TYPE=JPEG:')
  expect(await put(device, 'a.vcf', given?.content ?? '')).toEqual({ isNew: false, etag: given?.etag })
  expect((await get(device, 'a.vcf', '4.0'))?.content).toContain('PHOTO:data:image/jpeg;base64,')
  await put(device, 'a.vcf', (given?.content ?? '').replace('Lovelace;Ada', 'King;Ada'))
  expect(await onlyBud()).toMatchObject({ photo, Surname: 'King' })
  await put(device, 'a.vcf', ada('PHOTO;VALUE=uri:https://example.org/a.jpg'))
  expect((await onlyBud()).photo).toBeNull()
})

test('a deleted card is gone, and may come back', async () => {
  const { device, budsOf } = await start()
  await put(device, 'a.vcf', ada())
  const { state } = await addressBook.list(device)
  await remove(device, 'a.vcf')
  expect(await budsOf()).toEqual([])
  expect(await get(device, 'a.vcf')).toBeUndefined()
  expect(await addressBook.changesSince(device, state)).toMatchObject({ changed: [], gone: ['a.vcf'] })
  await expect(remove(device, 'a.vcf')).rejects.toMatchObject({ status: 404 })
  expect(await put(device, 'a.vcf', ada())).toMatchObject({ isNew: true })
})

test('the brake holds cards, which are gone for the device alone until it sends them again', async () => {
  const { client, device, budsOf } = await start()
  const files = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}.vcf`)
  for (const file of files) await put(device, file, card(`UID:${file}`, `FN:${file}`))
  const other = await createDevice(client.user, 'Laptop')
  const before = await addressBook.list(device)
  for (const file of files) await remove(device, file)
  expect((await budsOf()).map(({ Firstname }) => Firstname)).toEqual(['c.vcf', 'd.vcf', 'e.vcf'])
  expect((await addressBook.list(device)).resources).toEqual([])
  expect((await addressBook.changesSince(device, before.state))?.gone.sort()).toEqual(files.slice(0, 2))
  expect(await get(device, 'c.vcf')).toBeUndefined()
  await expect(remove(device, 'c.vcf')).rejects.toMatchObject({ status: 404 })
  const ofOther = (await addressBook.list(other)).resources.map(({ file }) => file)
  expect(ofOther.sort()).toEqual(files.slice(2))
  const [held] = await budsOf()
  expect(await put(device, 'c.vcf', card('UID:c.vcf', 'FN:Cem'))).toMatchObject({ isNew: true })
  expect((await budsOf())[0]).toMatchObject({ _id: held?._id, Firstname: 'Cem' })
  expect((await client.get('/api/v1/devices')).body.devices).toContainEqual(
    expect.objectContaining({ name: 'iPhone', deleted: 2, held: 2 }),
  )
})

test('a device deletes by leaving out only what it had read', async () => {
  const { client, device, onlyBud } = await start()
  await put(device, 'a.vcf', ada('TITLE:Analyst'))
  const given = await get(device, 'a.vcf')
  const { _id } = await onlyBud()
  await client.patch(`/api/v1/buds/${_id}`, { notes: 'Tea' })
  const stale = { ifMatch: given?.etag ?? '', ifNoneMatch: null } as never
  await expect(put(device, 'a.vcf', ada(), stale)).rejects.toMatchObject({ status: 412 })
  expect(await onlyBud()).toMatchObject({ Occupation: 'Analyst', notes: 'Tea' })
  const now = await get(device, 'a.vcf')
  expect(now?.content).toContain('NOTE:Tea')
  await put(device, 'a.vcf', ada('NOTE:Tea'), { ifMatch: now?.etag ?? '', ifNoneMatch: null } as never)
  expect(await onlyBud()).toMatchObject({ Occupation: '', notes: 'Tea' })
})

test('others see nothing of it', async () => {
  const { device } = await start()
  const { device: other, ownerId } = await start()
  await put(device, 'a.vcf', ada())
  expect(await get(other, 'a.vcf')).toBeUndefined()
  await expect(remove(other, 'a.vcf')).rejects.toMatchObject({ status: 404 })
  await put(other, 'a.vcf', ada())
  expect(await db.$count(buds, eq(buds.ownerId, ownerId))).toBe(1)
})
