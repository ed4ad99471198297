import { eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { describe, expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { auditedTables } from '~/data/history/audited-tables.server'
import { eventTypes, recordEventTypes } from '~/integrations/webhooks/webhook'
import { buds, changeRows, changes, webhookDeliveries, webhooks } from '~drizzle/schema'
import * as imports from '../../data/imports/support'
import { times } from '../../support/concurrency'
import { createBud, createProposal, createUser, signedIn } from '../../support/factories'
import { changesOf, lastChange, onePixel, undo, undoLast } from '../../support/history'
import { addWebhook, type Owner, rowsOf } from './support'

/** Nothing listens there. Other processes may try, and the deliveries stay. */
const url = 'http://127.0.0.1:4009'

async function withWebhook(types?: string[]) {
  const owner = await signedIn()
  const { _id } = await addWebhook(owner, url, '', types)
  let seen = 0
  /** What has been captured since the last call, as type and record. */
  const events = async () => {
    const rows = await rowsOf(_id)
    const fresh = rows.slice(seen)
    seen = rows.length
    return fresh.map(({ type, recordId }) => [type, recordId])
  }
  return { owner, _id, events }
}

const idOf = ({ body }: { body: Record<string, { _id: string }> }) =>
  Object.values(body).find((value) => value?._id)?._id ?? ''
const make = async (owner: Owner, path: string, fields: object) =>
  idOf(await owner.post(`/api/v1/${path}`, fields))

const filter = JSON.stringify({ match: 'all', rules: [{ field: 'tag', is: 'any', value: ['climbing'] }] })

describe('a write is captured', () => {
  test('of each type that a receiver can choose', async () => {
    const { owner, events } = await withWebhook()
    const day = { startDate: '2026-11-25T19:00', endDate: '2026-11-25T21:00' }
    const bud = await make(owner, 'buds', { Firstname: 'Ada' })
    const inputs = {
      buds: [{ Firstname: 'Grace' }, { notes: 'Likes tea' }],
      circles: [{ Name: 'Readers' }, { Name: 'Writers' }],
      events: [{ Name: 'Supper', ...day, Location: 'Home', Eventtype: 'Social' }, { Name: 'Lunch' }],
      interactions: [{ kind: 'call', selectedBuds: [bud] }, { note: 'Well' }],
      lists: [{ name: 'Climbers', filter }, { name: 'All climbers' }],
    }
    for (const [path, [input, change]] of Object.entries(inputs)) {
      const record = await make(owner, path, input as object)
      await owner.patch(`/api/v1/${path}/${record}`, change)
      await owner.delete(`/api/v1/${path}/${record}`)
    }
    const sent = new Set((await events()).map(([type]) => type))
    expect(recordEventTypes.filter((type) => !sent.has(type))).toEqual([])
  })

  test('for each kind of record, with its change set', async () => {
    const { owner, _id, events } = await withWebhook()
    const bud = await make(owner, 'buds', { Firstname: 'Ada' })
    expect(await events()).toEqual([['bud.created', bud]])
    const times = {
      startDate: '2026-11-25T19:00',
      endDate: '2026-11-25T21:00',
      Location: 'Home',
      Eventtype: 'Social',
    }
    for (const [path, type, fields, change] of [
      ['circles', 'circle', { Name: 'Readers', selectedBuds: [bud] }, { Name: 'Writers' }],
      ['events', 'event', { Name: 'Supper', ...times, selectedBuds: [bud] }, { Name: 'Lunch' }],
      ['interactions', 'interaction', { kind: 'call', selectedBuds: [bud] }, { note: 'Well' }],
    ] as const) {
      const record = await make(owner, path, fields)
      expect(await events()).toEqual([[`${type}.created`, record]])
      await owner.patch(`/api/v1/${path}/${record}`, change)
      expect(await events()).toEqual([[`${type}.updated`, record]])
      await owner.delete(`/api/v1/${path}/${record}`)
      expect(await events()).toEqual([[`${type}.deleted`, record]])
    }
    await owner.patch(`/api/v1/buds/${bud}`, { notes: 'Likes tea' })
    await owner.send('PUT', `/api/v1/buds/${bud}/photo`, { body: onePixel })
    await owner.post(`/api/v1/buds/${bud}/snooze`, { until: '2099-01-01' })
    const updated = ['bud.updated', bud]
    expect(await events()).toEqual([updated, updated, updated])
    await owner.delete(`/api/v1/buds/${bud}`)
    expect(await events()).toEqual([['bud.deleted', bud]])
    const ofChanges = (await changesOf(owner, '?limit=100')).map(({ _id }) => _id)
    expect((await rowsOf(_id)).map(({ changeId }) => changeId).reverse()).toEqual(ofChanges)
  })

  test('also what a deletion does to other records', async () => {
    const { owner, events } = await withWebhook()
    const bud = await make(owner, 'buds', { Firstname: 'Ada' })
    const circle = await make(owner, 'circles', { Name: 'Readers', selectedBuds: [bud] })
    const interaction = await make(owner, 'interactions', { kind: 'call', selectedBuds: [bud] })
    await events()
    await owner.delete(`/api/v1/buds/${bud}`)
    const all = [
      ['bud.deleted', bud],
      ['circle.updated', circle],
      ['interaction.updated', interaction],
    ]
    expect((await events()).sort()).toEqual(all)
    await undoLast(owner)
    all[0] = ['bud.created', bud]
    expect((await events()).sort()).toEqual(all)
  })

  test('of a merge and its undo, record by record', async () => {
    const { owner, events } = await withWebhook()
    const [a, b] = [
      await make(owner, 'buds', { Firstname: 'Ada' }),
      await make(owner, 'buds', { Firstname: 'Ada' }),
    ]
    const circle = await make(owner, 'circles', { Name: 'Readers', selectedBuds: [b] })
    await events()
    await owner.post(`/api/v1/buds/${a}/merge`, { with: b, fields: { Firstname: 'a' } })
    expect((await events()).sort()).toEqual(
      [
        ['bud.deleted', b],
        ['circle.updated', circle],
      ].sort(),
    )
    await undoLast(owner)
    expect((await events()).sort()).toEqual(
      [
        ['bud.created', b],
        ['circle.updated', circle],
      ].sort(),
    )
  })

  test('also when the change is erased at once', async () => {
    const { owner, events } = await withWebhook()
    const bud = await make(owner, 'buds', { Firstname: 'Ada' })
    await owner.delete(`/api/v1/buds/${bud}`)
    expect((await owner.delete(`/api/v1/changes/${await lastChange(owner)}`)).status).toBe(200)
    expect(await events()).toEqual([
      ['bud.created', bud],
      ['bud.deleted', bud],
    ])
  })

  test('for each webhook that is on, and for none of another user', async () => {
    const { owner, _id, events } = await withWebhook()
    const [second, off] = [await addWebhook(owner, url), await addWebhook(owner, url)]
    const other = await withWebhook()
    await db
      .update(webhooks)
      .set({ offSince: new Date(), offReason: 'gone' })
      .where(eq(webhooks._id, off._id))
    const bud = await make(owner, 'buds', { Firstname: 'Ada' })
    expect(await events()).toEqual([['bud.created', bud]])
    const counts = await Promise.all([_id, second._id, off._id].map(async (id) => (await rowsOf(id)).length))
    expect(counts).toEqual([1, 1, 0])
    expect(await other.events()).toEqual([])
  })
})

describe('nothing is captured', () => {
  test('for a write that fails, that changes nothing, or that a later one in its transaction takes back', async () => {
    const { owner, events } = await withWebhook()
    const bud = await createBud(owner.user)
    await events()
    await owner.patch(`/api/v1/buds/${bud._id}`, { Location: 'x'.repeat(1_000) })
    await owner.patch(`/api/v1/buds/${bud._id}`, { Firstname: bud.Firstname })
    await owner.delete('/api/v1/buds/019a9f6e-0000-7000-8000-000000000000')
    const failing = db.transaction(async (tx) => {
      await tx.delete(buds).where(eq(buds.ownerId, owner.user._id))
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    const row = { ownerId: owner.user._id, _id: crypto.randomUUID(), Firstname: 'Ada' }
    await db.transaction(async (tx) => {
      await tx.insert(buds).values(row)
      await tx.delete(buds).where(eq(buds._id, row._id))
    })
    expect(await events()).toEqual([])
  })

  test('of a proposal until it is accepted', async () => {
    const { owner, events } = await withWebhook()
    const bud = await createBud(owner.user)
    await events()
    const { _id } = await createProposal(owner.user, bud)
    expect(await events()).toEqual([])
    await owner.post(`/api/v1/proposals/${_id}/accept`, {})
    expect(await events()).toEqual([['bud.updated', bud._id]])
  })

  test('for a user without a webhook', async () => {
    const user = await createUser()
    await createBud(user)
    expect(await db.$count(webhookDeliveries, eq(webhookDeliveries.ownerId, user._id))).toBe(0)
    expect(await db.$count(changes, eq(changes.ownerId, user._id))).toBe(1)
  })
})

const person = (n: number) => imports.card(`N:Surname${n};Given${n}`, `EMAIL:person${n}@example.org`)

test('up to 100 records of a change set are events of their own, and more are one', async () => {
  const { owner, _id, events } = await withWebhook()
  for (const count of [100, 101]) {
    const job = await imports.dryRun(owner, times(count, (n) => person(n + count * 1_000)).join(''))
    await imports.apply(owner, job._id)
    const added = await events()
    const change = await lastChange(owner)
    if (count === 100) expect(new Set(added.map(String)).size).toBe(100)
    if (count === 100) expect(added.every(([type]) => type === 'bud.created')).toBe(true)
    else expect(added).toEqual([['change.applied', null]])
    expect((await rowsOf(_id)).at(-1)?.changeId).toBe(change)
    await undo(owner, change)
    const removed = await events()
    if (count === 100) expect(removed.map(([type]) => type)).toEqual(times(100, () => 'bud.deleted'))
    else expect(removed).toEqual([['change.applied', null]])
  }
})

test('a change set is one event for a webhook with a thousand messages that wait, and for no other', async () => {
  const { owner, _id, events } = await withWebhook()
  const other = await addWebhook(owner, url)
  const waiting = (count: number) =>
    times(count, () => ({
      ...{ _id: uuid(), ownerId: owner.user._id, webhookId: _id, type: 'bud.created' },
      at: new Date('2099-01-01'),
    }))
  await db.insert(webhookDeliveries).values(waiting(999))
  await events()
  const bud = await make(owner, 'buds', { Firstname: 'Ada' })
  expect(await events()).toEqual([['bud.created', bud]])
  await owner.patch(`/api/v1/buds/${bud}`, { notes: 'Likes tea' })
  expect(await events()).toEqual([['change.applied', null]])
  expect((await rowsOf(other._id)).map(({ type }) => type)).toEqual(['bud.created', 'bud.updated'])
})

test('an undo in the background is one event when it is complete', async () => {
  const { owner, events } = await withWebhook()
  const job = await imports.dryRun(owner, times(1_001, person).join(''))
  await imports.apply(owner, job._id)
  expect(await events()).toEqual([['change.applied', null]])
  await imports.undo(owner, job._id)
  expect(await events()).toEqual([['change.applied', null]])
})

describe('a receiver that chose its events', () => {
  test('is told of them alone', async () => {
    const { owner, events } = await withWebhook(['circle.updated', 'bud.created'])
    const bud = await make(owner, 'buds', { Firstname: 'Ada' })
    const circle = await make(owner, 'circles', { Name: 'Readers', selectedBuds: [bud] })
    await owner.patch(`/api/v1/buds/${bud}`, { notes: 'Likes tea' })
    await owner.delete(`/api/v1/buds/${bud}`)
    expect(await events()).toEqual([
      ['bud.created', bud],
      ['circle.updated', circle],
    ])
  })

  test('is told of a large change if one of them is part of it', async () => {
    for (const [types, expected] of [
      [['bud.created'], [['change.applied', null]]],
      [['bud.updated', 'circle.created'], []],
    ] as const) {
      const { owner, events } = await withWebhook([...types])
      const job = await imports.dryRun(owner, times(101, person).join(''))
      await imports.apply(owner, job._id)
      expect(await events()).toEqual(expected)
    }
  })
})

test.each([...auditedTables])(
  'a change of a row of %s is an event, unless it is a proposal',
  async (table, { type }) => {
    const { owner, events } = await withWebhook()
    const [ownerId, recordId, changeId] = [owner.user._id, uuid(), uuid()]
    await db.transaction(async (tx) => {
      await tx.insert(changes).values({ ownerId, _id: changeId, kind: 'update' })
      await tx.insert(changeRows).values({ ownerId, changeId, table, recordId, before: {}, after: {} })
    })
    const name = `${type}.updated`
    expect(eventTypes).toContain(name)
    expect(await events()).toEqual(table === 'proposals' ? [] : [[name, recordId]])
  },
)
