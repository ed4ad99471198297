import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { heldOf } from '~/integrations/devices/held-deletions.server'
import { pruneDeletions } from '~/integrations/devices/prune-devices.server'
import { listMarks } from '~/integrations/devices/sync-marks.server'
import { buds, deviceDeletions, devices, mails } from '~drizzle/schema'
import { createCircle, createUser, signedIn, uniqueEmail } from '../../support/factories'
import { changesOf } from '../../support/history'
import { mailTo } from '../../support/mailbox'
import { createBuds, createDevice, holdDeletion, letPass, removeBud, removeBuds, renameBud } from './support'

const times = (count: number, what: string) => Array.from({ length: count }, () => what)
const budsOf = ({ _id }: { _id: string }) => db.$count(buds, eq(buds.ownerId, _id))
const mailsOf = ({ _id }: { _id: string }) =>
  db.$count(mails, and(eq(mails.userId, _id), eq(mails.kind, 'deletions-held')))

describe('the brake', () => {
  test('holds what is more than 5 % of the records, from the third on', async () => {
    const owner = await createUser()
    const device = await createDevice(owner)
    const ids = await createBuds(owner, 80)
    expect(await removeBuds(device, ids.slice(0, 6))).toEqual([...times(4, 'deleted'), ...times(2, 'held')])
    expect(await budsOf(owner)).toBe(76)
    const few = await createUser()
    expect(await removeBuds(await createDevice(few), await createBuds(few, 4))).toEqual([
      ...times(2, 'deleted'),
      ...times(2, 'held'),
    ])
  })

  test('holds more than 10 deletions of any kind within 10 minutes, by device', async () => {
    const owner = await createUser()
    const device = await createDevice(owner)
    const ids = await createBuds(owner, 260)
    expect(await removeBuds(device, ids.slice(0, 12))).toEqual([...times(10, 'deleted'), ...times(2, 'held')])
    expect(await removeBud(await createDevice(owner, 'Laptop'), ids[20] ?? '')).toBe('deleted')
    await letPass(601)
    await pruneDeletions()
    expect(await removeBud(device, ids[30] ?? '')).toBe('deleted')
  })

  test('counts each type by itself', async () => {
    const owner = await createUser()
    const device = await createDevice(owner)
    const [a = '', b = ''] = await createBuds(owner, 2)
    const circle = await createCircle(owner)
    expect(await removeBuds(device, [a, b])).toEqual(times(2, 'deleted'))
    expect(await removeBud(device, circle._id, 'circle')).toBe('deleted')
  })

  test('mails each burst once, with the name for a verified address alone', async () => {
    const owner = await createUser()
    const { device } = await holdDeletion(owner)
    await removeBuds(device, await createBuds(owner, 2))
    expect(await mailsOf(owner)).toBe(1)
    const { TextBody } = await mailTo(owner.Email, { tag: 'deletions-held' })
    expect(TextBody).toContain('/dashboard/devices')
    expect(TextBody).not.toContain('iPhone')
    await letPass(601)
    await removeBuds(device, await createBuds(owner, 3))
    expect(await mailsOf(owner)).toBe(2)
    const Email = uniqueEmail()
    await holdDeletion(await createUser({ Email, verifiedEmail: Email }))
    expect((await mailTo(Email, { tag: 'deletions-held' })).TextBody).toContain(
      "'iPhone' has deleted 3 records",
    )
  })
})

describe('what is held', () => {
  test('is listed, and deleted as one change set that can be undone', async () => {
    const client = await signedIn()
    const device = await createDevice(client.user)
    const ids = await createBuds(client.user, 30)
    await removeBuds(device, ids.slice(0, 5))
    expect(await heldOf(client.user._id)).toMatchObject([
      {
        device: { _id: device._id, name: 'iPhone' },
        records: ['Bud 3', 'Bud 4', 'Bud 5'].map((name) => ({ type: 'bud', name })),
      },
    ])
    expect((await client.get('/api/v1/devices')).body.devices).toMatchObject([{ deleted: 2, held: 3 }])
    const released = await client.post(`/api/v1/devices/${device._id}/release`, {})
    expect(released).toMatchObject({ status: 200, body: { records: 3 } })
    expect([await budsOf(client.user), (await heldOf(client.user._id)).length]).toEqual([25, 0])
    const [set] = await changesOf(client)
    expect(set).toMatchObject({ kind: 'delete', title: 'Bud 3 and others deleted', rows: 3 })
    await client.post(`/api/v1/changes/${set?._id}/undo`, {})
    expect(await budsOf(client.user)).toBe(28)
    expect((await client.post(`/api/v1/devices/${device._id}/release`, {})).body.records).toBe(0)
  })

  test('stays if it was changed since, and comes back to the device', async () => {
    const client = await signedIn()
    const { device, held } = await holdDeletion(client.user)
    await client.patch(`/api/v1/buds/${held}`, { Nickname: 'Dear' })
    const { state } = await listMarks(device, ['bud'])
    expect((await client.post(`/api/v1/devices/${device._id}/release`, {})).body.records).toBe(0)
    expect(await budsOf(client.user)).toBe(1)
    const list = await listMarks(device, ['bud'])
    expect(list.marks).toMatchObject([{ recordId: held }])
    expect(list.state).toBeGreaterThan(state)
  })

  test('is kept with all of its burst, which the device gets again', async () => {
    const client = await signedIn()
    const device = await createDevice(client.user)
    const ids = await createBuds(client.user, 30)
    await createCircle(client.user, { selectedBuds: ids.slice(0, 3) })
    await listMarks(device, ['bud'])
    const before = (await client.get('/api/v1/export?format=csv')).text
    const circlesBefore = (await client.get('/api/v1/circles')).body.circles
    await removeBuds(device, ids)
    await letPass(3_600)
    await pruneDeletions()
    expect(await budsOf(client.user)).toBe(28)
    const { state, marks } = await listMarks(device, ['bud'])
    expect(marks).toEqual([])
    const refused = await client.post(`/api/v1/devices/${device._id}/refuse`, {})
    expect(refused).toMatchObject({ status: 200, body: { records: 30 } })
    expect((await client.get('/api/v1/export?format=csv')).text).toBe(before)
    expect((await client.get('/api/v1/circles')).body.circles).toEqual(circlesBefore)
    const list = await listMarks(device, ['bud'])
    expect(list.marks.map(({ recordId }) => recordId).sort()).toEqual([...ids].sort())
    expect(list.state).toBeGreaterThan(state)
    expect((await changesOf(client))[0]).toMatchObject({
      kind: 'undo',
      title: expect.stringMatching(/restored$/),
    })
    expect(await db.$count(deviceDeletions, eq(deviceDeletions.deviceId, device._id))).toBe(0)
  })

  test('comes back with what the device wrote right before it', async () => {
    const client = await signedIn()
    const device = await createDevice(client.user)
    const ids = await createBuds(client.user, 5)
    const [first = ''] = ids
    await renameBud(device, first, 'Adam')
    await removeBuds(device, ids)
    expect(await budsOf(client.user)).toBe(3)
    expect((await client.post(`/api/v1/devices/${device._id}/refuse`, {})).body.records).toBe(5)
    expect((await client.get(`/api/v1/buds/${first}`)).body.bud.Firstname).toBe('Adam')
    expect((await changesOf(client)).map(({ kind }) => kind).slice(0, 3)).toEqual([
      'undo',
      'delete',
      'update',
    ])
  })

  test('outlives the app password, and is nobody else’s', async () => {
    const client = await signedIn()
    const { device } = await holdDeletion(client.user)
    expect((await client.delete(`/api/v1/devices/${device._id}`)).status).toBe(200)
    expect((await client.get('/api/v1/devices')).body).toEqual({ devices: [] })
    const other = await signedIn()
    for (const what of ['release', 'refuse'])
      expect((await other.post(`/api/v1/devices/${device._id}/${what}`, {})).status).toBe(404)
    expect(await heldOf(client.user._id)).toHaveLength(1)
    expect((await client.post(`/api/v1/devices/${device._id}/refuse`, {})).body.records).toBe(3)
    expect((await changesOf(client, '?type=deleted')).length).toBe(0)
    expect((await client.get(`/api/v1/devices/${device._id}/changes`)).body.changes).toMatchObject([
      { via: { kind: 'device', name: 'iPhone' } },
    ])
    expect(await db.$count(devices, eq(devices._id, device._id))).toBe(1)
  })

  test('is gone if its owner deletes the record', async () => {
    const client = await signedIn()
    const { held } = await holdDeletion(client.user)
    await client.delete(`/api/v1/buds/${held}`)
    expect(await heldOf(client.user._id)).toEqual([])
    await pruneDeletions()
    expect(await db.$count(deviceDeletions, eq(deviceDeletions.recordId, held))).toBe(0)
  })
})
