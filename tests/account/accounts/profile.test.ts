import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { baseUrl } from '../../support/app'
import type { Client } from '../../support/client'
import { signedIn } from '../../support/factories'

const update = (client: Client, body: FormData) => client.send('PATCH', '/api/v1/users/update-user', { body })

function withAvatar(bytes: Uint8Array | string) {
  const form = new FormData()
  form.set('avatar', new File([bytes as BlobPart], 'me.png', { type: 'image/png' }))
  return form
}

const picture = (width = 800, height = 600) =>
  sharp({ create: { width, height, channels: 3, background: '#2b6a47' } })
const smallPicture = (side = 10) => picture(side, side).png().toBuffer()

describe('the details', () => {
  test('a change sets the fields that it names, clears those sent empty, and keeps the others', async () => {
    const client = await signedIn({ Location: 'London' })
    const response = await client.patch('/api/v1/users/update-user', { Firstname: '  Augusta ' })
    expect(response).toMatchObject({
      status: 200,
      body: {
        msg: 'Profile updated successfully',
        user: { Firstname: 'Augusta', Surname: 'Lovelace', Email: client.user.Email, Location: 'London' },
      },
    })
    const { user } = (await client.get('/api/v1/users/current-user')).body
    expect(user).toEqual(response.body.user)
    const empty = await client.patch('/api/v1/users/update-user', { Surname: '', Location: '' })
    expect(empty.body.user).toMatchObject({ Firstname: 'Augusta', Surname: '', Location: '' })
  })

  test('an invalid value is refused', async () => {
    const client = await signedIn()
    for (const [input, msg] of [
      [{ Email: 'ada' }, 'Email must be a valid email address'],
      [{ Email: '' }, 'Email is required'],
      [{ Firstname: ' ' }, 'First name is required'],
      [{ Location: 'x'.repeat(101) }, 'Location must be at most 100 characters'],
      [{ Surname: 'a\0b' }, 'Surname contains characters that are not allowed'],
      [{ avatar: 'https://evil.example/a.png' }, 'Only image files are accepted'],
    ] as const) {
      const response = await client.patch('/api/v1/users/update-user', input)
      expect(response).toMatchObject({ status: 400, body: { msg } })
    }
  })

  test('Role, isTestAccount, _id and the password cannot be changed here', async () => {
    const client = await signedIn()
    const before = (await client.get('/api/v1/users/current-user')).body
    const fixed = { Role: 'admin', isTestAccount: true, _id: crypto.randomUUID() }
    const input = { ...fixed, Password: 'x', passwordHash: 'x' }
    expect((await client.patch('/api/v1/users/update-user', input)).status).toBe(200)
    expect((await client.get('/api/v1/users/current-user')).body).toEqual(before)
  })
})

describe('the avatar', () => {
  test.each(['png', 'jpeg', 'gif', 'webp', 'avif', 'tiff'] as const)(
    'a picture as %s is re-encoded as WebP of at most 512 px',
    async (format) => {
      const client = await signedIn()
      const response = await update(client, withAvatar(await picture().toFormat(format).toBuffer()))
      expect(response.status).toBe(200)
      const stored = await fetchAvatar(client, response.body.user.avatar)
      expect(stored.headers.get('Content-Type')).toBe('image/webp')
      const { format: storedFormat, width, height } = await sharp(stored.bytes).metadata()
      expect(storedFormat).toBe('webp')
      expect(Math.max(width ?? 0, height ?? 0)).toBeLessThanOrEqual(512)
    },
  )

  test('metadata are removed, and the picture is rotated upright', async () => {
    const client = await signedIn()
    const jpeg = await picture(400, 200)
      .withExif({ IFD0: { Copyright: 'SECRET PLACE' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { body } = await update(client, withAvatar(jpeg))
    const { bytes } = await fetchAvatar(client, body.user.avatar)
    const { exif, orientation } = await sharp(bytes).metadata()
    expect({ exif, orientation }).toEqual({ exif: undefined, orientation: undefined })
    expect(bytes.includes('SECRET PLACE')).toBe(false)
  })

  test('its path changes with the picture, and only its owner can load it', async () => {
    const [client, other] = [await signedIn(), await signedIn()]
    const first = (await update(client, withAvatar(await smallPicture()))).body.user.avatar
    const second = (await update(client, withAvatar(await smallPicture(20)))).body.user.avatar
    expect(second).not.toBe(first)
    expect((await client.get(second)).status).toBe(200)
    expect((await client.get(first)).status).toBe(404)
    expect((await other.get(second)).status).toBe(404)
  })

  test('500000 bytes are accepted, one more is too large, and a form of more than 600000 bytes gets 413', async () => {
    const client = await signedIn()
    const png = await smallPicture()
    const padded = (size: number) => Buffer.concat([png, Buffer.alloc(size - png.length)])
    expect((await update(client, withAvatar(padded(500_000)))).status).toBe(200)
    expect(await update(client, withAvatar(padded(500_001)))).toMatchObject({
      status: 400,
      body: { msg: 'Image size too large', errors: { avatar: ['Image size too large'] } },
    })
    const response = await update(client, withAvatar(padded(600_001)))
    expect(response).toMatchObject({ status: 413, body: { msg: expect.any(String) } })
  })

  test.each<[string, () => string | Buffer | Promise<Buffer>]>([
    ['plain text', () => 'just text'],
    ['a page', () => '<html><script>alert(1)</script></html>'],
    ['a truncated picture', async () => (await picture().png().toBuffer()).subarray(0, 200)],
    ['a picture of too many pixels', () => picture(8_000, 8_000).png({ palette: true }).toBuffer()],
    ['zeros', () => Buffer.alloc(1_000)],
  ])('%s is refused', async (_what, bytes) => {
    const client = await signedIn()
    const response = await update(client, withAvatar(await bytes()))
    expect(response).toMatchObject({ status: 400, body: { msg: 'Only image files are accepted' } })
    expect((await client.get('/api/v1/users/current-user')).body.user.avatar).toBeNull()
  })

  test('an empty file part counts as absent', async () => {
    const client = await signedIn()
    const { body } = await update(client, withAvatar(await smallPicture()))
    const form = withAvatar('')
    form.set('Firstname', 'Augusta')
    const response = await update(client, form)
    expect(response.body.user).toMatchObject({ Firstname: 'Augusta', avatar: body.user.avatar })
  })

  async function fetchAvatar(client: Client, path: string) {
    const response = await fetch(new URL(path, baseUrl), { headers: { Cookie: client.cookieHeader() } })
    return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
  }
})

test('the profile and the avatar of the demo account cannot be changed, with valid and invalid input', async () => {
  const client = await signedIn({ traits: ['demo'] })
  const inputs = [{ Firstname: 'Mallory' }, { Email: 'mallory@example.com' }, {}, { Firstname: '' }]
  const responses = [await update(client, withAvatar(await smallPicture()))]
  for (const input of inputs) responses.push(await client.patch('/api/v1/users/update-user', input))
  const body = { msg: 'The demo account cannot be changed' }
  for (const response of responses) expect(response).toMatchObject({ status: 403, body })
  for (const path of ['profile', 'reminders'])
    expect((await client.visit(`/dashboard/${path}`)).text).toMatch(/<fieldset[^>]* disabled/)
  const screen = await client.submit('/dashboard/profile', { Firstname: '', Email: 'no address' })
  expect(screen.status).toBe(403)
  expect(screen.text).toContain(body.msg)
  const { user } = (await client.get('/api/v1/users/current-user')).body
  expect(user).toMatchObject({ Firstname: 'Robin', avatar: null })
})
