import { EventEmitter, once } from 'node:events'
import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { pruneMarks } from '~/integrations/devices/prune-devices.server'
import {
  findMark,
  lastNumber,
  listMarks,
  marksSince,
  numberOf,
  takeUpHeld,
} from '~/integrations/devices/sync-marks.server'
import { budObjects, buds, syncMarks } from '~drizzle/schema'
import { isPostgres } from '../../support/database'
import { createBud, createCircle, createEvent, createUser, signedIn } from '../../support/factories'
import { changesOf } from '../../support/history'
import { addBud, createBuds, createDevice, holdDeletion, removeBud, rename, renameBud } from './support'

const ids = (marks: { recordId: string }[]) => marks.map(({ recordId }) => recordId).sort()

test('a list has the records that are older than the device, once, and none of others', async () => {
  const owner = await createUser()
  const [a = '', b = ''] = await createBuds(owner, 2)
  const circle = await createCircle(owner, { selectedBuds: [a] })
  const event = await createEvent(owner)
  await createBud(await createUser())
  const device = await createDevice(owner)
  const { marks, state } = await listMarks(device, ['bud', 'circle'])
  expect(ids(marks)).toEqual([a, b, circle._id].sort())
  expect(await listMarks(device, ['bud', 'circle'])).toEqual({ marks, state })
  expect(await lastNumber(device, ['bud', 'circle'])).toBe(state)
  expect(await lastNumber(device, ['event'])).toBe(0)
  expect(ids((await listMarks(device, ['event'])).marks)).toEqual([event._id])
})

test('a change, a deletion and a new record are found since a number', async () => {
  const client = await signedIn()
  const [a = '', b = ''] = await createBuds(client.user, 2)
  const device = await createDevice(client.user)
  const { state } = await listMarks(device, ['bud'])
  const nothing = { changed: [], gone: [], state }
  expect(await marksSince(device, ['bud'], state)).toEqual(nothing)
  await client.patch(`/api/v1/buds/${a}`, { Nickname: 'Al' })
  await client.delete(`/api/v1/buds/${b}`)
  const c = await addBud(device, 'New')
  const since = await marksSince(device, ['bud'], state)
  expect(ids(since?.changed ?? [])).toEqual([a, c].sort())
  expect(ids(since?.gone ?? [])).toEqual([b])
  expect(await marksSince(device, ['event'], 0)).toEqual({ ...nothing, state: 0 })
  for (const wrong of [(since?.state ?? 0) + 1, -1, 0.5, Number.NaN])
    expect(await marksSince(device, ['bud'], wrong)).toBeNull()
})

test('a renamed circle and a lost member change the cards of its buds', async () => {
  const client = await signedIn()
  const [a = ''] = await createBuds(client.user, 2)
  const { _id } = await createCircle(client.user, { selectedBuds: [a] })
  const device = await createDevice(client.user)
  const { state } = await listMarks(device, ['bud', 'circle'])
  await client.patch(`/api/v1/circles/${_id}`, { Name: 'Chess' })
  expect(ids((await marksSince(device, ['bud', 'circle'], state))?.changed ?? [])).toEqual([a, _id].sort())
})

test('the number within a transaction is the one that all see after it', async () => {
  const owner = await createUser()
  const device = await createDevice(owner)
  const id = await addBud(device, 'Grace')
  const n = await db.transaction(async (tx) => {
    await rename(tx, id, 'Gracia')
    return numberOf(tx, owner._id, 'bud', id)
  })
  expect((await findMark(db, device, ['bud'], `${id}.vcf`, 'vcf'))?.n).toBe(n)
})

test('each mark of a transaction gets its number, whatever it has written and rolled back before', async () => {
  const [owner, other] = [await createUser(), await createUser()]
  const devices = [await createDevice(owner), await createDevice(other)]
  const [a = '', b = '', c = ''] = await createBuds(owner, 3)
  const [d = ''] = await createBuds(other, 1)
  const states = await Promise.all(devices.map(async (device) => (await listMarks(device, ['bud'])).state))
  await db.transaction(async (tx) => {
    await rename(tx, d, 'Of another')
    await rename(tx, a, 'First')
    await numberOf(tx, owner._id, 'bud', a)
    await rename(tx, b, 'Second')
    await tx.execute(sql`savepoint before`)
    await rename(tx, a, 'Undone')
    await numberOf(tx, owner._id, 'bud', a)
    await tx.execute(sql`rollback to savepoint before`)
    await rename(tx, c, 'Third')
  })
  const found = await Promise.all(devices.map((device, i) => marksSince(device, ['bud'], states[i] ?? -1)))
  expect(found.map((since) => ids(since?.changed ?? []))).toEqual([[a, b, c].sort(), [d]])
})

test('a resource is found by the name that its client chose, and by no other', async () => {
  const owner = await createUser()
  const device = await createDevice(owner)
  const [a = '', b = ''] = [await addBud(device, 'Grace'), await addBud(device, 'Ada')]
  await db.insert(budObjects).values({ ownerId: owner._id, recordId: a, file: 'Chosen.vcf', uid: 'x' })
  const find = async (name: string, extension = 'vcf', of = device) =>
    (await findMark(db, of, ['bud', 'circle'], name, extension))?.recordId
  expect(await find('Chosen.vcf')).toBe(a)
  expect(await find(`${b}.vcf`)).toBe(b)
  const other = await createDevice(await createUser())
  for (const name of [
    `${a}.vcf`,
    'chosen.vcf',
    '',
    `${b}.ics`,
    `../${b}.vcf`,
    `${b}.vcf\n`,
    'x'.repeat(5_000),
  ])
    expect(await find(name), name).toBeUndefined()
  for (const name of ['Chosen.vcf', `${b}.vcf`]) expect(await find(name, 'vcf', other)).toBeUndefined()
  await removeBud(device, a)
  expect(await find('Chosen.vcf')).toBeUndefined()
  const { gone = [] } = (await marksSince(device, ['bud'], 0)) ?? {}
  expect(gone).toMatchObject([{ recordId: a, file: 'Chosen.vcf' }])
})

test('an undo gives a resource its name back, unless another record has it by now', async () => {
  const client = await signedIn()
  const device = await createDevice(client.user)
  const names = { file: 'Chosen.vcf', uid: 'x' }
  const give = (recordId: string) =>
    db.insert(budObjects).values({ ownerId: client.user._id, recordId, ...names })
  const [a, b] = [await addBud(device, 'Grace'), await addBud(device, 'Ada')]
  const namesOf = async (recordId: string) => {
    const [row] = await db
      .select({ file: budObjects.file, uid: budObjects.uid })
      .from(budObjects)
      .where(eq(budObjects.recordId, recordId))
    return row
  }
  await give(a)
  const undoDeletion = async () => {
    const [deletion] = await changesOf(client, '?type=deleted')
    expect((await client.post(`/api/v1/changes/${deletion?._id}/undo`, {})).status).toBe(200)
  }
  await client.delete(`/api/v1/buds/${a}`)
  await undoDeletion()
  expect(await namesOf(a)).toEqual(names)
  await client.delete(`/api/v1/buds/${a}`)
  await give(b)
  await undoDeletion()
  expect([await namesOf(a), await namesOf(b)]).toEqual([{ file: '', uid: '' }, names])
  expect((await findMark(db, device, ['bud'], `${a}.vcf`, 'vcf'))?.recordId).toBe(a)
})

test('what is held is gone for the device alone, until it sends it again', async () => {
  const owner = await createUser()
  const { device, held } = await holdDeletion(owner)
  const other = await createDevice(owner, 'Laptop')
  const isSeenBy = async (one: typeof device) =>
    ids((await listMarks(one, ['bud'])).marks).includes(held) &&
    (await findMark(db, one, ['bud'], `${held}.vcf`, 'vcf')) !== undefined
  expect([await isSeenBy(device), await isSeenBy(other)]).toEqual([false, true])
  const { state } = await listMarks(device, ['bud'])
  await renameBud(other, held, 'Edited')
  expect(await marksSince(device, ['bud'], state)).toMatchObject({ changed: [], gone: [{ recordId: held }] })
  expect(await takeUpHeld(db, device, ['bud'], `${held}.vcf`, 'vcf')).toMatchObject({ recordId: held })
  expect([await isSeenBy(device), await isSeenBy(other)]).toEqual([true, true])
})

test('what is gone is forgotten after 30 days, and older numbers are refused', async () => {
  const owner = await createUser()
  const device = await createDevice(owner)
  const id = await addBud(device, 'Grace')
  const { state } = await listMarks(device, ['bud'])
  await removeBud(device, id)
  await pruneMarks()
  expect((await marksSince(device, ['bud'], state))?.gone).toHaveLength(1)
  await db
    .update(syncMarks)
    .set({ goneAt: sql`now() - interval '31 days'` })
    .where(and(eq(syncMarks.ownerId, owner._id), eq(syncMarks.recordId, id)))
  await pruneMarks()
  expect(await db.$count(syncMarks, eq(syncMarks.ownerId, owner._id))).toBe(0)
  expect(await marksSince(device, ['bud'], state)).toBeNull()
  const now = await lastNumber(device, ['bud'])
  expect(await marksSince(device, ['bud'], now)).toEqual({ changed: [], gone: [], state: now })
  expect(await lastNumber(device, ['event'])).toBe(now)
})

test.skipIf(!isPostgres)('whoever has seen a number has seen all before it', async () => {
  const owner = await createUser()
  const device = await createDevice(owner)
  const [a = '', b = ''] = await createBuds(owner, 2)
  let { state } = await listMarks(device, ['bud'])
  const isWritten = new EventEmitter()
  const mayCommit = new EventEmitter()
  const first = db.transaction(async (tx) => {
    await tx.update(buds).set({ Nickname: 'A' }).where(eq(buds._id, a))
    isWritten.emit('done')
    await once(mayCommit, 'done')
  })
  await once(isWritten, 'done')
  await db.update(buds).set({ Nickname: 'B' }).where(eq(buds._id, b))
  const between = await marksSince(device, ['bud'], state)
  expect(ids(between?.changed ?? [])).toEqual([b])
  state = between?.state ?? 0
  mayCommit.emit('done')
  await first
  expect(ids((await marksSince(device, ['bud'], state))?.changed ?? [])).toEqual([a])
})
