import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { clock } from '~/base/db/clock.server'
import { db } from '~/base/db/db.server'
import { waitForBackgroundTasks } from '~/base/node/background.server'
import { changeAs } from '~/integrations/devices/device-changes.server'
import { undoDevice } from '~/integrations/devices/device-undo.server'
import { buds } from '~drizzle/schema'
import { isRemote } from '../../support/database'
import { signedIn } from '../../support/factories'
import { addBud, createBuds, createDevice, letPass, removeBud, renameBud } from './support'

const namesOf = async ({ _id }: { _id: string }) =>
  (await db.select({ name: buds.Firstname }).from(buds).where(eq(buds.ownerId, _id)).orderBy(buds._id)).map(
    ({ name }) => name,
  )

const seconds = (n: number) => new Date(clock.now().getTime() - n * 1_000).toISOString()

test('what a device did since a moment is undone, the newest first, and what others changed is named', async () => {
  const client = await signedIn()
  const device = await createDevice(client.user)
  const url = `/api/v1/devices/${device._id}/undo`
  const [a = '', b = '', c = ''] = await createBuds(client.user, 3)
  await renameBud(device, a, 'Earlier')
  await letPass(600)
  await renameBud(device, a, 'Once')
  await addBud(device, 'Added')
  await letPass(61)
  await renameBud(device, a, 'Twice')
  await renameBud(device, b, 'Wrong')
  await removeBud(device, c)
  await client.patch(`/api/v1/buds/${b}`, { Firstname: 'By hand' })
  const undone = await client.post(url, { since: seconds(300) })
  // On a busy machine, the rest is undone behind the response.
  await waitForBackgroundTasks()
  if (undone.status === 200)
    expect(undone.body).toMatchObject({
      undone: 3,
      kept: [{ type: 'bud', _id: b, name: 'By hand', fields: ['Firstname'] }],
      msg: 'Changes undone, except for what was changed since',
    })
  expect(await namesOf(client.user)).toEqual(['Earlier', 'By hand', 'Bud 3'])
  expect((await client.post(url, { since: seconds(300) })).body).toMatchObject({ undone: 0, kept: [] })
})

test('a moment inside a change set takes it whole, if it was written to since', async () => {
  const client = await signedIn()
  const device = await createDevice(client.user)
  await addBud(device, 'Before')
  await letPass(30)
  const since = new Date(clock.now().getTime() - 10_000)
  await addBud(device, 'After')
  expect(await undoDevice(client.user._id, device._id, since)).toMatchObject({
    undone: 1,
    isUnfinished: false,
  })
  expect(await namesOf(client.user)).toEqual([])
})

test('since is an instant', async () => {
  const client = await signedIn()
  const device = await createDevice(client.user)
  for (const since of [
    '',
    'yesterday',
    '2026-11-20',
    '2026-11-20T12:00',
    7,
    null,
    '+010000-01-01T00:00:00Z',
  ]) {
    const { status } = await client.post(`/api/v1/devices/${device._id}/undo`, { since })
    expect(status, String(since)).toBe(400)
  }
  const since = '2026-11-20T12:00:00+01:00'
  expect((await client.post(`/api/v1/devices/${device._id}/undo`, { since })).status).toBe(200)
})

test.skipIf(isRemote)(
  'a large change set is undone in the background, and then those before it',
  async () => {
    const client = await signedIn()
    const device = await createDevice(client.user)
    await addBud(device, 'First')
    await letPass(61)
    const rows = Array.from({ length: 1_001 }, (_, n) => ({
      ownerId: client.user._id,
      _id: crypto.randomUUID(),
      Firstname: `Bud ${n}`,
    }))
    await changeAs(device, (tx) => tx.insert(buds).values(rows))
    const { status } = await client.post(`/api/v1/devices/${device._id}/undo`, { since: seconds(600) })
    expect(status).toBe(202)
    await waitForBackgroundTasks()
    expect(await namesOf(client.user)).toEqual([])
  },
  300_000,
)
