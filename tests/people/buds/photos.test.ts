import { crc32, deflateSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { budPhotos } from '~drizzle/schema'
import { baseUrl } from '../../support/app'
import { type Client, createClient } from '../../support/client'
import { createBud, signedIn } from '../../support/factories'
import { formIn, typed } from '../../support/form'
import { undoLast } from '../../support/history'

const picture = (background = '#2b6a47', width = 800, height = 600) =>
  sharp({ create: { width, height, channels: 3, background } })
const [green, red] = await Promise.all([picture().png().toBuffer(), picture('#a02020').png().toBuffer()])
const refused = 'Photo must be a JPEG, PNG or WebP image without animation, of at most 50 megapixels'

async function withBud() {
  const user = await signedIn()
  const { _id } = await createBud(user.user)
  const path = `/api/v1/buds/${_id}`
  const put = (body: BodyInit, headers?: Record<string, string>) =>
    user.send('PUT', `${path}/photo`, { body, headers })
  const stored = async () => ({
    photo: (await user.get(path)).body.bud.photo,
    rows: await db.$count(budPhotos, eq(budPhotos.budId, _id)),
  })
  return { user, _id, path, put, stored }
}

/** The file of a form, under a misleading name and type. */
function withFile(bytes: Uint8Array | string, fields: [string, string][] = []) {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  form.set('photo', new File([bytes as BlobPart], 'me.svg', { type: 'image/svg+xml' }))
  return form
}

async function fetchPhoto(client: Client, path: string) {
  const headers = { Cookie: client.cookieHeader() }
  const response = await fetch(new URL(path, baseUrl), { headers, redirect: 'manual' })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

const nothing = { photo: null, rows: 0 }

describe('a photo', () => {
  test.each(['jpeg', 'png', 'webp'] as const)(
    'as %s is stored as a square of WebP, upright and without metadata',
    async (format) => {
      const { user, put } = await withBud()
      // Rotated clockwise, the red left half is the upper one.
      const half = await picture('#ff0000', 300, 400).png().toBuffer()
      const photo = await picture('#0000ff', 600, 400)
        .composite([{ input: half, left: 0, top: 0 }])
        .withExif({
          IFD0: { Copyright: 'SECRET PLACE' },
          IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' },
        })
        .withMetadata({ orientation: 6 })
        .toFormat(format)
        .toBuffer()
      expect(photo.includes('SECRET PLACE')).toBe(true)
      const { status, body } = await put(photo, { 'Content-Type': 'application/pdf' })
      expect([status, body.msg]).toEqual([200, 'Photo saved successfully'])
      const { bytes } = await fetchPhoto(user, body.bud.photo)
      const { exif, orientation, icc, width, height, ...stored } = await sharp(bytes).metadata()
      expect([stored.format, width, height]).toEqual(['webp', 400, 400])
      expect([exif, orientation, icc, bytes.includes('SECRET')]).toEqual([
        undefined,
        undefined,
        undefined,
        false,
      ])
      const colours = await sharp(bytes).resize(1, 2, { fit: 'fill' }).removeAlpha().raw().toBuffer()
      const [topRed = 0, , topBlue = 0, bottomRed = 0, , bottomBlue = 0] = colours
      expect([topRed > topBlue, bottomRed < bottomBlue]).toEqual([true, true])
    },
  )

  test.each([
    [800, 600, 512],
    [4_000, 100, 100],
    [10, 20, 10],
    [1, 1, 1],
  ])('of %i by %i pixels is cut to a square of %i', async (width, height, side) => {
    const { user, put } = await withBud()
    const { body } = await put(await picture('#2b6a47', width, height).png().toBuffer())
    const { bytes } = await fetchPhoto(user, body.bud.photo)
    expect(await sharp(bytes).metadata()).toMatchObject({ width: side, height: side })
  })

  test('may be the field `photo` of a multipart form, whatever its name and type', async () => {
    const { put, stored, _id } = await withBud()
    const { body } = await put(withFile(green))
    expect(body.bud.photo).toMatch(new RegExp(`^/photos/${_id}/[\\da-f]{16}$`))
    expect(await stored()).toEqual({ photo: body.bud.photo, rows: 1 })
    const other = new FormData()
    other.set('picture', new File([red as BlobPart], 'me.png'))
    expect((await put(other)).status).toBe(400)
    expect(await stored()).toEqual({ photo: body.bud.photo, rows: 1 })
  })

  test.each<[string, () => Uint8Array | string | Promise<Uint8Array>, string?]>([
    ['a GIF', () => picture().gif().toBuffer()],
    ['a TIFF', () => picture().tiff().toBuffer()],
    [
      'an animated WebP',
      () =>
        sharp([green, red], { join: { animated: true } })
          .webp()
          .toBuffer(),
    ],
    [
      'an SVG',
      () => '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    ],
    [
      'a HEIC photo',
      () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
      'Photos in HEIC format cannot be read. Save it as JPEG first',
    ],
    ['nothing', () => ''],
    ['text', () => 'ftypheic'],
    ['a truncated JPEG', async () => (await picture().jpeg().toBuffer()).subarray(0, 900)],
    ['a truncated PNG', () => green.subarray(0, green.length - 40)],
    ['a PNG of 20,000 by 20,000 pixels', () => hugePng(20_000)],
  ])('that is %s is refused, and nothing is stored', async (_what, bytes, msg = refused) => {
    const { user, _id, put, stored } = await withBud()
    const file = await bytes()
    for (const body of [file as BodyInit, withFile(file)])
      expect(await put(body)).toMatchObject({ status: 400, body: { msg, errors: { photo: [msg] } } })
    expect(await stored()).toEqual(nothing)
    if (file.length === 0) return
    const screen = await user.submit(`/dashboard/EditBud/${_id}`, withFile(file, [['Firstname', 'New']]))
    expect([screen.status, screen.text.includes(msg)]).toEqual([400, true])
    expect((await user.get(`/api/v1/buds/${_id}`)).body.bud).toMatchObject({
      Firstname: 'Grace',
      photo: null,
    })
  })

  test('has at most 5,000,000 bytes', async () => {
    const { user, _id, put, stored } = await withBud()
    const padded = (size: number) => Buffer.concat([green, Buffer.alloc(size - green.length)])
    const form = withFile(padded(5_000_001), [['Firstname', 'New']])
    for (const body of [padded(5_000_001), form, withFile(padded(5_100_000))])
      expect(await put(body)).toMatchObject({
        status: 413,
        body: { msg: expect.stringMatching(/at most 5/) },
      })
    expect(await stored()).toEqual(nothing)
    for (const body of [padded(5_000_000), withFile(padded(5_000_000))])
      expect((await put(body)).status).toBe(200)
  })

  test.each([5_000_001, 12_000_000])(
    'of %i bytes is refused by a form that keeps the typed fields',
    async (size) => {
      const { user, _id, stored } = await withBud()
      const form = withFile(Buffer.concat([green, Buffer.alloc(size - green.length)]), [
        ['Firstname', 'Typed'],
      ])
      const screen = await user.submit(`/dashboard/EditBud/${_id}`, form)
      expect(screen.status).toBe(413)
      expect(screen.text).toContain('Photo must be at most 5 MB')
      expect(screen.text).toMatch(/value="Typed"/)
      expect(await stored()).toEqual(nothing)
    },
  )

  test('is not changed without the current version in If-Match', async () => {
    const { user, path, put, stored } = await withBud()
    const old = (await user.get(path)).headers.get('ETag') ?? ''
    const saved = await put(green, { 'If-Match': old })
    const now = saved.headers.get('ETag') ?? ''
    expect([saved.status, now]).toEqual([200, (await user.get(path)).headers.get('ETag')])
    expect(now).not.toBe(old)
    const ifMatch = { 'If-Match': old }
    for (const response of [await put(red, ifMatch), await user.delete(`${path}/photo`, ifMatch)])
      expect(response).toMatchObject({
        status: 412,
        body: { msg: 'This bud has changed since you opened it' },
      })
    expect(await stored()).toEqual({ photo: saved.body.bud.photo, rows: 1 })
    const same = await put(green, { 'If-Match': old })
    expect([same.status, same.headers.get('ETag')]).toEqual([200, now])
    const removed = await user.delete(`${path}/photo`, { 'If-Match': now })
    expect(removed).toMatchObject({
      status: 200,
      body: { msg: 'Photo removed successfully', bud: { photo: null } },
    })
    expect(await stored()).toEqual(nothing)
  })
})

describe('the path of a photo', () => {
  test('returns it to its owner only, for ever', async () => {
    const [{ user, put }, other] = [await withBud(), await withBud()]
    const { photo } = (await put(green)).body.bud
    await other.put(green)
    const { response, bytes } = await fetchPhoto(user, photo)
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'image/webp'])
    expect(response.headers.get('Cache-Control')).toBe('private, max-age=31536000, immutable')
    expect((await sharp(bytes).metadata()).width).toBe(512)
    for (const [client, path] of [
      [other.user, photo],
      [createClient(), photo],
      [user, photo.replace(/.$/, (digit: string) => (digit === '0' ? '1' : '0'))],
      [user, photo.replace(/[^/]+$/, '')],
      [user, photo.replace(/\/photos\/[^/]+/, `/photos/${other._id}`)],
      [user, photo.replace(/\/photos\/[^/]+/, "/photos/'--")],
    ] as const) {
      const { response, bytes } = await fetchPhoto(client, path)
      expect([302, 404]).toContain(response.status)
      expect(response.headers.get('Content-Type')).not.toBe('image/webp')
      expect(bytes.includes('WEBP')).toBe(false)
    }
  })

  test('changes with the picture, and returns the old one again after an undo', async () => {
    const { user, path, put } = await withBud()
    const first = (await put(green)).body.bud.photo
    const second = (await put(red)).body.bud.photo
    const statuses = async () => [(await user.get(first)).status, (await user.get(second)).status]
    expect(await statuses()).toEqual([404, 200])
    await undoLast(user)
    expect(await statuses()).toEqual([200, 404])
    for (const deleted of [`${path}/photo`, path]) {
      await user.delete(deleted)
      expect(await statuses()).toEqual([404, 404])
      await undoLast(user)
      expect(await statuses()).toEqual([200, 404])
    }
  })
})

describe('the form of a bud', () => {
  test('stores a photo with a new bud and with an edit, keeps it without a file, and removes it', async () => {
    const user = await signedIn()
    const add = '/dashboard/AddBud'
    const read = async () => (await user.get('/api/v1/buds')).body.buds[0]
    const form = typed(formIn(await user.visit(add)), { Firstname: 'Grace' })
    expect(await user.submit(add, withFile(green, form))).toHaveRedirect('/dashboard')
    const { _id, photo } = await read()
    expect((await user.get(photo)).status).toBe(200)
    for (const page of ['/dashboard', `/dashboard/Bud/${_id}`])
      expect((await user.visit(page)).text).toContain(`src="${photo}"`)
    const edit = `/dashboard/EditBud/${_id}`
    const send = async (file: Uint8Array | string, fields: Record<string, string>) => {
      const opened = formIn(await user.visit(edit)).filter(([name]) => name !== 'photo')
      expect(await user.submit(edit, withFile(file, typed(opened, fields)))).toHaveRedirect('/dashboard')
      return read()
    }
    expect(await send('', { Surname: 'Hopper' })).toMatchObject({ Surname: 'Hopper', photo })
    const changed = await send(red, {})
    expect([changed.photo === photo, (await user.get(changed.photo)).status]).toEqual([false, 200])
    expect(await send('', { removePhoto: 'true' })).toMatchObject({ Surname: 'Hopper', photo: null })
    expect((await user.get(changed.photo)).status).toBe(404)
    expect((await user.visit(edit)).text).not.toContain('Remove the photo')
  })
})

/** A PNG of two colours, which is small but has many pixels. */
function hugePng(side: number) {
  const chunk = (type: string, data: Uint8Array) => {
    const content = Buffer.concat([Buffer.from(type), data])
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    checksum.writeUInt32BE(crc32(content))
    return Buffer.concat([length, content, checksum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  const rows = deflateSync(Buffer.alloc(side * (1 + Math.ceil(side / 8))))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
