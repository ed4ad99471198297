import { crc32, deflateRawSync } from 'node:zlib'
import { and, eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterEach, describe, expect, test } from 'vitest'
import type { User } from '~/account/users/user'
import { db } from '~/base/db/db.server'
import type { RequestContext } from '~/base/http/context.server'
import { pixelLimits } from '~/data/imports/import-pictures.server'
import { createImport } from '~/data/imports/imports.server'
import { recogniseFile } from '~/data/imports/read-file.server'
import { personOf } from '~/data/imports/vcard/person'
import { readVCards } from '~/data/imports/vcard/vcard'
import { importFiles, importRows } from '~drizzle/schema'
import { countByStatus, times } from '../../support/concurrency'
import { isRemote } from '../../support/database'
import { createUser, signedIn } from '../../support/factories'
import { card, dryRun, importOf, reach, rowsOf, upload } from './support'

const limit = { records: 50_000, status: 413 } as const

const read = (...lines: string[]) => {
  const [found] = [...readVCards(Buffer.from(card('FN:Ada', ...lines)))].filter((one) => one !== null)
  if (!found) throw new Error('no card')
  return found
}

describe('a property', () => {
  test.each([
    ['without a name', ';'.repeat(200)],
    ['of one name', ';TYPE=a'.repeat(200)],
    ['of many names', times(200, (n) => `;P${n}=1`).join('')],
    ['with blanks', '; '.repeat(200)],
  ])('has at most 100 parameters: %s', (_, params) => {
    const property = read(`TEL${params}:1`).properties.find(({ name }) => name === 'TEL')
    expect([...(property?.params.values() ?? [])].flat().length).toBe(100)
    expect(property?.value).toBe('1')
  })

  test.each([
    ['blanks', `TEL${';'.repeat(20_000)}:1`],
    ['types', `TEL;TYPE=${'a,'.repeat(10_000)}:1`],
    ['a name', `${'A'.repeat(20_000)}:1`],
    ['a text in quotes', `ADR;LABEL="${'x;'.repeat(10_000)}":1`],
  ])('has a name and parameters of at most 10 kB: %s', (_, line) => {
    const { properties, warnings } = read(line, 'TEL:2')
    expect(properties.map(({ name }) => name)).toEqual(['FN', 'TEL'])
    expect(warnings).toMatchObject([{ reason: expect.stringContaining('not a property') }])
  })

  test('may have what programs write', () => {
    const label = 'x, '.repeat(1_000)
    const { properties, warnings } = read(
      `ADR;TYPE=home;LABEL="${label}":;;1 High St;Bath`,
      'TEL;HOME;VOICE:2',
    )
    expect(properties[1]?.params.get('LABEL')).toEqual([label])
    expect(warnings).toEqual([])
  })
})

describe('a card', () => {
  test.each(['CATEGORIES', 'NICKNAME', 'HOBBY', 'ORG', 'EMAIL', 'X-OTHER'])(
    'has at most a million characters: %s',
    (name) => {
      const card = read(...times(200, (n) => `${name}:${`${n},`.repeat(5_000)}`))
      expect(card.properties.length).toBeLessThan(110)
      expect(card.warnings[0]?.reason).toContain('1000000 characters')
      expect(personOf(card).groups.length).toBeLessThan(500_001)
    },
  )

  test('of a group may have 50,000 members, and one with a long note its other properties', () => {
    const group = read('KIND:group', ...times(40_000, (n) => `MEMBER:urn:uuid:00000000-0000-4000-8000-${n}`))
    expect(group.properties.length).toBe(40_002)
    const { properties } = read(`NOTE:${'x'.repeat(5_000_000)}`, 'TEL:1')
    expect(properties.map(({ name }) => name)).toEqual(['FN', 'NOTE', 'TEL'])
  })
})

function zipOf(json: string) {
  const content = Buffer.from(json)
  const data = deflateRawSync(content)
  const name = Buffer.from('budkeeper.json')
  const header = (signature: number, length: number) => {
    const bytes = Buffer.alloc(length)
    bytes.writeUInt32LE(signature)
    const shift = length === 46 ? 2 : 0
    bytes.writeUInt16LE(8, 8 + shift)
    bytes.writeUInt32LE(crc32(content), 14 + shift)
    bytes.writeUInt32LE(data.length, 18 + shift)
    bytes.writeUInt32LE(content.length, 22 + shift)
    bytes.writeUInt16LE(name.length, 26 + shift)
    return bytes
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(30 + name.length + data.length, 16)
  return Buffer.concat([header(0x04034b50, 30), name, data, header(0x02014b50, 46), name, end])
}

const start = '{"format":"budkeeper","version":1'
const similarBud = (n: number) =>
  JSON.stringify({
    _id: crypto.randomUUID(),
    createdAt: '2026-11-24T10:00:00.000Z',
    Firstname: `Bud ${n}`,
    notes: 'Met at the spring fair, and said they like walking in the woods. '.repeat(16),
    photo: null,
    snoozedUntil: null,
  })

describe('a zip', () => {
  test.each([
    ['members', `${start}${',"":0'.repeat(3_000_000)}}`, 413],
    ['blanks', `${start},"buds":[${' '.repeat(5_000_000)}]}`, 413],
    ['one long text', `${start},"x":"${'x'.repeat(5_000_000)}"}`, 413],
    ['few members too many', `${start}${',"":0'.repeat(200)}}`, 400],
  ])('of many %s is refused', async (_, json, status) => {
    await expect(recogniseFile(zipOf(json), limit)).rejects.toMatchObject({ status })
  })

  test('of many similar buds with the same long notes is a backup', async () => {
    const json = `${start},"buds":[${times(5_000, similarBud).join(',\n')}]}`
    expect(await recogniseFile(zipOf(json), limit)).toMatchObject({ format: 'budkeeper', total: 5_000 })
  })
})

const picture = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#fff' } })
    .png({ palette: true, colours: 2 })
    .toBuffer()

const photoCard = (name: string, photo: Buffer) =>
  card(`N:${name};A`, `PHOTO;ENCODING=b;TYPE=PNG:${photo.toString('base64')}`)

describe('photos of an import', () => {
  const { import: budget } = pixelLimits
  afterEach(() => {
    pixelLimits.import = budget
  })

  test('have at most 10 megapixels each', async () => {
    const user = await signedIn()
    const file = photoCard('Large', await picture(3_200)) + photoCard('Usual', await picture(1_200))
    const { _id } = await dryRun(user, file)
    const [large, usual] = await rowsOf(user, _id)
    expect(large).toMatchObject({ action: 'add', reason: 'The photo has more than 10 megapixels' })
    expect(large.fields.map(({ name }: { name: string }) => name)).not.toContain('photo')
    expect(usual).toMatchObject({ action: 'add', reason: '' })
    expect(usual.fields.map(({ name }: { name: string }) => name)).toContain('photo')
  })

  test.skipIf(isRemote)('have a budget of pixels together', async () => {
    pixelLimits.import = 250_000
    const user = await signedIn()
    const photo = await picture(300)
    const file = times(4, (n) => photoCard(`Bud${n}`, photo)).join('')
    const { _id } = await dryRun(user, file)
    const reasons = (await rowsOf(user, _id)).map(({ reason }: { reason: string }) => reason)
    expect(reasons.slice(0, 2)).toEqual(['', ''])
    for (const reason of reasons.slice(2)) expect(reason).toContain('The photo was left out')
  })

  test('are not decoded again when the rows are planned again', async () => {
    const user = await signedIn()
    const file = photoCard('One', await picture(300)) + photoCard('Two', Buffer.from('no picture'))
    const { _id } = await dryRun(user, file)
    const mark = Buffer.from('what was decoded before')
    const isFirst = and(eq(importRows.importId, _id), eq(importRows.n, 1))
    await db.update(importRows).set({ picture: mark }).where(isFirst)
    await user.patch(`/api/v1/imports/${_id}`, { onMatch: 'replace' })
    await reach(user, _id, 'ready')
    const [stored] = await db.select({ picture: importRows.picture }).from(importRows).where(isFirst)
    expect(String(Buffer.from(stored?.picture ?? []))).toBe(String(mark))
    expect((await rowsOf(user, _id))[1].reason).toBe('The photo cannot be read')
  })
})

describe('users', () => {
  const people = (count: number) =>
    times(count, (n) => card(`N:Surname${n};Given${n}`, `NOTE:${'x'.repeat(500)}`)).join('')

  test('take turns: a card of another user is ready before the second large file', async () => {
    const [one, other] = [await signedIn(), await signedIn()]
    const large = people(2_000)
    const ids: string[] = []
    for (let n = 0; n < 3; n++) ids.push((await upload(one, large)).body.import._id)
    await dryRun(other, card('N:Lovelace;Ada'))
    expect((await importOf(one, ids[2] ?? '')).state).toBe('reading')
    for (const id of ids) await reach(one, id, 'ready')
  }, 120_000)

  test('with many uploads at once get 429 for some, and another user gets none', async () => {
    const [one, other] = [await signedIn(), await signedIn()]
    const blanks = zipOf(`${start},"buds":[${' '.repeat(900)}]}`)
    const many = Promise.all(times(60, () => upload(one, blanks)))
    const { status } = await upload(other, card('N:Lovelace;Ada'))
    expect(status).toBe(201)
    const responses = await many
    expect(Object.keys(countByStatus(responses)).sort()).toEqual(['400', '429'])
    const [refused] = responses.filter(({ status }) => status === 429)
    expect(refused?.headers.get('Retry-After')).toBe('5')
  })

  test('with too many open imports, or too large ones, are refused before the file is read', async () => {
    const user = await signedIn()
    const { _id } = await dryRun(user, card('N:Lovelace;Ada'))
    const content = sql`convert_to(repeat('x', 5000000), 'UTF8')`
    for (let n = 1; n <= 20; n++)
      await db.insert(importFiles).values({ ownerId: user.user._id, importId: _id, n, content })
    expect(await upload(user, 'no file')).toMatchObject({
      status: 409,
      body: { msg: expect.stringContaining('more than 100 MB') },
    })
    await db.delete(importFiles).where(and(eq(importFiles.importId, _id), eq(importFiles.n, 20)))
    for (let n = 0; n < 9; n++) expect((await upload(user, card('N:Lovelace;Ada'))).status).toBe(201)
    expect(await upload(user, 'no file')).toMatchObject({
      status: 409,
      body: { msg: 'Finish or discard an earlier import first' },
    })
    // Other tests read all rows of this database.
    await db.delete(importFiles).where(eq(importFiles.importId, _id))
  })

  test('of the demo account have files of at most 1 MB', async () => {
    const demo = (await createUser({ traits: ['demo'] })) as unknown as User
    const context = { isAwaited: () => true } as RequestContext
    const content = Buffer.from(card(`NOTE:${'x'.repeat(1_000_000)}`))
    await expect(createImport(demo, { content, name: 'a.vcf' }, context)).rejects.toMatchObject({
      status: 413,
      msg: 'In the demo account, a file can have at most 1 MB',
    })
  })
})

test('a form with very many parts is refused before it is parsed', async () => {
  const user = await signedIn()
  const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'
  const { status, body } = await user.send('POST', '/api/v1/imports', {
    body: `${part.repeat(2_500)}--x--\r\n`,
    headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
  })
  expect([status, body.msg]).toEqual([400, 'The form could not be read'])
})
