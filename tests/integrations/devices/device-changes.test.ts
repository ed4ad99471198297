import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { changeAs } from '~/integrations/devices/device-changes.server'
import { budObjects, webhookDeliveries } from '~drizzle/schema'
import { createWebhook, signedIn } from '../../support/factories'
import { changesOf } from '../../support/history'
import { addBud, createBuds, createDevice, letPass, removeBud, rename, renameBud } from './support'

const titlesOf = async (client: Parameters<typeof changesOf>[0]) =>
  (await changesOf(client)).map(({ title }) => title)

describe('what a device sends', () => {
  test('within 60 seconds of the last is one change set, which says who made it', async () => {
    const client = await signedIn()
    const device = await createDevice(client.user)
    const id = await addBud(device, 'Grace')
    await letPass(50)
    await renameBud(device, id, 'Gracia')
    await letPass(50)
    await renameBud(device, id, 'Grazia')
    expect(await changesOf(client)).toMatchObject([
      { title: 'Grace edited', rows: 3, via: { kind: 'device', name: 'iPhone' } },
    ])
    await letPass(61)
    await renameBud(device, id, 'Grace')
    expect(await titlesOf(client)).toEqual(['Grace edited', 'Grace edited'])
  })

  test('of several records is named after the first', async () => {
    const client = await signedIn()
    const device = await createDevice(client.user)
    await addBud(device, 'Grace')
    const id = await addBud(device, 'Ada')
    expect(await titlesOf(client)).toEqual(['Grace and others added'])
    await renameBud(device, id, 'Ava')
    await addBud(device, 'Joan')
    expect(await titlesOf(client)).toEqual(['Grace and others edited'])
  })

  test('without a field of the record has its name', async () => {
    const client = await signedIn()
    const device = await createDevice(client.user)
    const [budId = ''] = await createBuds(client.user, 1)
    await changeAs(device, (tx) =>
      tx.insert(budObjects).values({ ownerId: client.user._id, recordId: budId, content: 'BEGIN:VCARD' }),
    )
    expect((await titlesOf(client))[0]).toBe('Bud 1 edited')
  })

  test('is a new change set after an undo, and if it deletes what the set has created', async () => {
    const client = await signedIn()
    const device = await createDevice(client.user)
    const id = await addBud(device, 'Grace')
    expect(await removeBud(device, id)).toBe('deleted')
    expect(await titlesOf(client)).toEqual(['Grace deleted', 'Grace added'])
    const [deleted] = await changesOf(client)
    await client.post(`/api/v1/changes/${deleted?._id}/undo`, {})
    await renameBud(device, id, 'Ada')
    expect(await titlesOf(client)).toEqual(['Ada edited', 'Grace restored', 'Grace deleted', 'Grace added'])
  })

  test('is told to webhooks each time, and once', async () => {
    const client = await signedIn()
    const device = await createDevice(client.user)
    await createWebhook(client.user)
    const id = await addBud(device, 'Grace')
    await addBud(device, 'Ada')
    await renameBud(device, id, 'Gracia')
    // Writes nothing.
    await changeAs(device, (tx) => rename(tx, device._id, 'Nobody'))
    const told = await db
      .select({ type: webhookDeliveries.type })
      .from(webhookDeliveries)
      .where(sql`${eq(webhookDeliveries.ownerId, client.user._id)} and change_id is not null`)
      .orderBy(webhookDeliveries._id)
    expect(told.map(({ type }) => type)).toEqual(['bud.created', 'bud.created', 'bud.updated'])
  })

  test('of two devices are two change sets', async () => {
    const client = await signedIn()
    const [phone, laptop] = [await createDevice(client.user), await createDevice(client.user, 'Laptop')]
    await addBud(phone, 'Grace')
    await addBud(laptop, 'Ada')
    await addBud(phone, 'Joan')
    expect(await changesOf(client)).toMatchObject([
      { title: 'Ada added', via: { name: 'Laptop' } },
      { title: 'Grace and others added', via: { name: 'iPhone' } },
    ])
  })

  test('at once waits in line, and keeps nobody else waiting', async () => {
    const client = await signedIn()
    const device = await createDevice(client.user)
    const writes = Array.from({ length: 60 }, (_, n) => addBud(device, `Bud ${n}`))
    const other = createBuds((await signedIn()).user, 1)
    const results = await Promise.allSettled(writes)
    expect(await other).toHaveLength(1)
    // A slow machine refuses the rest, and the device tries it again.
    const refused = results.filter((result) => result.status === 'rejected')
    for (const { reason } of refused) expect(reason).toMatchObject({ status: 429 })
    expect(refused.length).toBeLessThan(60)
    expect(await changesOf(client)).toMatchObject([{ rows: 60 - refused.length }])
  })
})
