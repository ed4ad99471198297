import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { waitForBackgroundTasks } from '~/base/node/background.server'
import { openDevice } from '~/integrations/devices/device-session.server'
import { devices, syncStates, users } from '~drizzle/schema'
import { password, signedIn, uniqueEmail } from '../../support/factories'

const url = '/api/v1/devices'
const address = '203.0.113.7'

test('a device is made, signs in, is listed without its password, and is refused once it is revoked', async () => {
  const { user, ...client } = await signedIn()
  const { status, body, headers } = await client.post(url, { name: ' iPhone ' })
  expect([status, body.msg, headers.get('Cache-Control')]).toEqual([
    201,
    'Device created successfully',
    'no-store',
  ])
  expect(body.password).toMatch(/^([a-km-np-z2-9]{4}-){3}[a-km-np-z2-9]{4}$/)
  expect(body.url).toMatch(/\/dav\/$/)
  expect(body.device).toMatchObject({
    name: 'iPhone',
    hint: body.password.slice(-4),
    lastUsedOn: null,
    held: 0,
  })
  const device = { _id: body.device._id, name: 'iPhone', ownerId: user._id, zone: 'UTC' }
  const typed = [
    body.password,
    body.password.toUpperCase(),
    body.password.replaceAll('-', ''),
    ` ${body.password.replaceAll('-', ' ')}\n`,
  ]
  for (const one of typed) expect(await openDevice(user.Email.toUpperCase(), one, address)).toEqual(device)
  const today = new Date().toISOString().slice(0, 10)
  expect((await client.get(url)).body).toEqual({ devices: [{ ...body.device, lastUsedOn: today }] })
  const [row] = await db.select().from(devices).where(eq(devices._id, device._id))
  expect(JSON.stringify(row)).not.toContain(body.password.slice(0, 9))
  expect(await db.$count(syncStates, eq(syncStates.ownerId, user._id))).toBe(1)
  const other = await signedIn()
  expect(await openDevice(other.user.Email, body.password, address)).toBeNull()
  expect((await other.delete(`${url}/${device._id}`)).status).toBe(404)
  expect((await client.delete(`${url}/${device._id}`)).body).toEqual({ msg: 'Device revoked successfully' })
  expect(await openDevice(user.Email, body.password, address)).toBeNull()
  expect((await client.delete(`${url}/${device._id}`)).status).toBe(404)
})

test('neither the password of the account nor that of an ended account signs in', async () => {
  const { user, ...client } = await signedIn()
  const made = (await client.post(url, { name: 'x' })).body
  for (const wrong of [password, `${made.password}a`, '\0', 'x'.repeat(100_000)])
    expect(await openDevice(user.Email, wrong, address)).toBeNull()
  for (const other of [`${user.Email}\0`, '', uniqueEmail()])
    expect(await openDevice(other, made.password, address)).toBeNull()
  await db.update(users).set({ endedAt: new Date() }).where(eq(users._id, user._id))
  expect(await openDevice(user.Email, made.password, address)).toBeNull()
})

test('wrong app passwords are throttled, and the right one is never locked out', async () => {
  const { user, ...client } = await signedIn()
  const right = (await client.post(url, { name: 'x' })).body.password
  const guess = () => openDevice(user.Email, 'abcd-efgh-jkmn-pqrs', '203.0.113.99')
  const results: unknown[] = []
  for (let n = 0; n < 8; n++) results.push(await guess().catch((error) => error.status))
  expect(results).toEqual([null, null, null, null, null, 429, 429, 429])
  expect(await openDevice(user.Email, right, '203.0.113.99')).toMatchObject({ name: 'x' })
})

test('a name has 1 to 100 characters, and an account at most 20 devices', async () => {
  const client = await signedIn()
  for (const name of ['', ' ', undefined, 7, 'x'.repeat(101)])
    expect((await client.post(url, { name })).status).toBe(400)
  for (let n = 0; n < 20; n++) expect((await client.post(url, { name: `Device ${n}` })).status).toBe(201)
  const { status, body } = await client.post(url, { name: 'x' })
  expect([status, body.msg]).toEqual([409, 'An account has at most 20 devices. Revoke one first.'])
  await client.delete(`${url}/${(await client.get(url)).body.devices[0]._id}`)
  expect((await client.post(url, { name: 'x' })).status).toBe(201)
})

test('devices end with the account and with all other access', async () => {
  const client = await signedIn()
  const { password: one } = (await client.post(url, { name: 'Phone' })).body
  expect((await client.get('/api/v1/programs')).body.programs).toMatchObject([
    { kind: 'device', name: 'Phone' },
  ])
  await client.delete('/api/v1/programs')
  expect((await client.get('/api/v1/programs')).body.programs).toEqual([])
  expect(await openDevice(client.user.Email, one, address)).toBeNull()
  await client.post(url, { name: 'Phone' })
  expect((await client.post('/api/v1/users/delete', { password })).status).toBe(200)
  await waitForBackgroundTasks()
  expect(await db.$count(devices, eq(devices.userId, client.user._id))).toBe(0)
  expect(await db.$count(syncStates, eq(syncStates.ownerId, client.user._id))).toBe(0)
})

test('the demo account has no devices', async () => {
  const demo = await signedIn({ traits: ['demo'] })
  expect(await demo.post(url, {})).toMatchObject({
    status: 403,
    body: { msg: 'The demo account cannot be changed' },
  })
})
