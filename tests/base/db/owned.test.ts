import { eq, getTableColumns, getTableName, is, sql } from 'drizzle-orm'
import { type PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { renameCollection } from '~/integrations/devices/collection-names.server'
import { updateBud } from '~/people/buds/buds.server'
import { createSmartList } from '~/people/lists/smart-lists.server'
import { createRelations } from '~/people/relations/relations.server'
import * as schema from '~drizzle/schema'
import { createDevice } from '../../integrations/devices/support'
import {
  createBud,
  createCircle,
  createImport,
  createInteraction,
  createProposal,
  createUser,
  createWebhook,
  signedIn,
} from '../../support/factories'
import { jsonColumns, kinds, textColumns } from '../../support/parity'
import { bud, records } from '../../support/records'
import { recordLists, writeThroughApi } from '../../support/xss'

describe.each(records)('an id of $api', ({ noun, api, minimal, create, edit, saved }) => {
  test("that belongs to no record gets the same 404 as the id of another user's record", async () => {
    const user = await signedIn()
    const foreign = await create(await createUser())
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? new URLSearchParams(minimal) : undefined
      const others = await user.send(method, `${api}/${foreign._id}`, { body })
      expect(others).toMatchObject({ status: 404, body: { msg: `${noun} not found` } })
      for (const id of [
        '00000000-0000-0000-0000-000000000000',
        '019a0000-0000-7000-8000-000000000000',
        '1',
        'undefined',
        "'--",
        '%F0%9F%98%80',
        '019a0000-0000-7000-8000-00000000000g',
        'a'.repeat(4_000),
      ]) {
        const missing = await user.send(method, `${api}/${id}`, { body })
        expect([id, missing.status, missing.text]).toEqual([id, 404, others.text])
      }
    }
  })

  test('matches in any letter case', async () => {
    const user = await signedIn()
    const { _id } = await create(user.user)
    expect((await user.get(`${api}/${_id.toUpperCase()}`)).status).toBe(200)
  })

  test('that belongs to no record of the user redirects the edit screen to the list', async () => {
    const user = await signedIn()
    const foreign = await create(await createUser())
    for (const id of ['1', '00000000-0000-0000-0000-000000000000', foreign._id]) {
      const response = await user.visit(`${edit}/${id}`)
      expect(response).toHaveRedirect(saved)
      expect(response).toSendToast(`${noun} not found`)
    }
  })
})

/** All tables whose rows belong to a user. */
const ownedTables = Object.values(schema as Record<string, unknown>).flatMap((table) => {
  const { ownerId, version } = is(table, PgTable) ? (getTableColumns(table) as Record<string, PgColumn>) : {}
  return ownerId ? [{ table: table as PgTable, ownerId, isRecord: version !== undefined }] : []
})

test('tests/support/records.ts has each kind of record with a list screen, so that the tests of all kinds cover it', () => {
  const kinds = ownedTables.filter(({ isRecord }) => isRecord).map(({ table }) => getTableName(table))
  const withoutList = ['interactions', 'smart_lists']
  expect([...records.map(({ table }) => getTableName(table)), ...withoutList].sort()).toEqual(kinds.sort())
})

test('tests/support/xss.ts writes scripts into each text of each kind of record', async () => {
  const bodies: Record<string, object> = {}
  await writeThroughApi(async (_method, path, body = {}) => {
    bodies[path] = body
    return Response.json({ bud: {}, post: {} })
  }, 0)
  for (const kind of kinds) {
    const { tags } = schema.buds
    const columns = [
      ...textColumns(kind.one),
      ...jsonColumns(kind),
      ...(kind.one === 'bud' ? [['tags', tags] as const] : []),
    ]
    const isScript = ([, value]: [string, unknown]) => JSON.stringify(value).includes('ran(')
    const sent = Object.entries(bodies[kind.api] ?? {}).filter(isScript)
    expect.soft(sent.map(([field]) => field).sort()).toEqual(columns.map(([field]) => field).sort())
    const set = [...recordLists[kind.many].set.matchAll(/(\w+) = /g)]
    expect.soft(set.map(([, name]) => name).sort()).toEqual(columns.map(([, { name }]) => name).sort())
  }
})

test.each(records)(
  'the table of $many has the indexes of its lists, and a check of the type',
  async ({ many }) => {
    const indexes = await db
      .select({ name: sql<string>`indexname`, columns: sql<string>`indexdef` })
      .from(sql`pg_indexes`)
      .where(sql`tablename = ${many}`)
    const columnsOf = (by: string) => indexes.find(({ name }) => name === `${many}_by_${by}`)?.columns
    for (const by of ['type', 'type_and_name']) expect(columnsOf(by), by).toBeDefined()
    // A search reads these indexes and not the table, and so does a filter of buds.
    for (const by of ['time', 'name', ...(many === 'buds' ? [] : ['type_and_name'])])
      expect.soft(columnsOf(by), by).toContain('search_text')
    if (many === 'buds')
      for (const by of ['time', 'name'])
        expect.soft(columnsOf(by), by).toContain('archived_at, budtype, facets, tag_text, search_text')
    const checks = await db
      .select({ name: sql<string>`conname` })
      .from(sql`pg_constraint`)
      .where(sql`conrelid = ${many}::regclass and contype = 'c'`)
    expect(checks.map(({ name }) => name)).toContain(`${many}_type`)
  },
)

test('deleting a user deletes all their rows and none of others', async () => {
  const [user, other] = [await createUser(), await createUser()]
  for (const owner of [user, other]) {
    const { _id } = await createBud(owner, {
      cadenceDays: 7,
      dates: [{ label: '', year: null, month: 2, day: 29 }],
    })
    await createInteraction(owner, { selectedBuds: [_id] })
    await updateBud(owner._id, _id, { picture: Buffer.from('picture') })
    const selectedBuds = [_id]
    for (const { create, hasBuds } of records.filter((record) => record !== bud))
      await create(owner, hasBuds ? { selectedBuds } : {})
    await createCircle(owner, { milestones: [{ id: 0, date: '2024-02-29', description: 'Founded' }] })
    await createImport(owner)
    await createWebhook(owner)
    const { _id: partner } = await createBud(owner)
    await createRelations(owner._id, _id, [partner], {
      kind: 'partner',
      label: '',
      note: '',
      since: null,
      until: null,
    })
    await createSmartList(owner._id, { name: 'All', filter: '{"match":"all","rules":[]}', sort: 'A-Z' })
    await createProposal(owner, { _id })
    await db.insert(schema.dismissedDuplicates).values({ ownerId: owner._id, a: _id, b: owner._id })
    const device = await createDevice(owner)
    await renameCollection(device, 'events', { displayName: 'Plans' })
    const ofDevice = { ownerId: owner._id, deviceId: device._id }
    await db
      .insert(schema.deviceDeletions)
      .values({ ...ofDevice, type: 'bud', recordId: _id, at: new Date() })
    for (const [objects, of] of [
      [schema.budObjects, schema.buds],
      [schema.circleObjects, schema.circles],
      [schema.eventObjects, schema.events],
    ] as const) {
      const [record] = await db.select({ _id: of._id }).from(of).where(eq(of.ownerId, owner._id))
      await db.insert(objects).values({ ownerId: owner._id, recordId: record?._id ?? '' })
    }
  }
  await db.delete(schema.users).where(eq(schema.users._id, user._id))
  for (const { table, ownerId } of ownedTables) {
    const count = ({ _id }: { _id: string }) => db.$count(table, eq(ownerId, _id))
    expect.soft(await count(user), getTableName(table)).toBe(0)
    expect.soft(await count(other), getTableName(table)).toBeGreaterThan(0)
  }
})
