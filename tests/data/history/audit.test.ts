import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { auditedTables } from '~/data/history/audited-tables.server'
import { resetDemo } from '~/jobs/demo.server'
import { changeRows, changes, users } from '~drizzle/schema'
import { signedIn } from '../../support/factories'
import { changesOf, undoLast, withMemberships } from '../../support/history'
import { records } from '../../support/records'
import { allRows } from './model'

/** The number of change sets of a user and of their rows. */
const countHistory = async (ownerId: string) => [
  await db.$count(changes, eq(changes.ownerId, ownerId)),
  await db.$count(changeRows, eq(changeRows.ownerId, ownerId)),
]

test('each table with an owner is audited by the trigger `record_change`, except the history and derived data', async () => {
  const afterEachInsertDeleteAndUpdate = 1 + 4 + 8 + 16
  const catalogue = await db
    .select({
      name: sql<string>`relname::text`,
      key: sql<string>`(select string_agg(attname, ' ' order by array_position(indkey::int2[], attnum))
        from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
        where indrelid = pg_class.oid and indisprimary)`,
      audits: sql<number>`(select count(*)::int from pg_trigger where tgrelid = pg_class.oid
        and tgname = 'record_change' and tgenabled = 'O' and tgtype = ${afterEachInsertDeleteAndUpdate})`,
    })
    .from(sql`pg_class`)
    .where(sql`relkind = 'r' and relnamespace = 'public'::regnamespace
      and exists (select from pg_attribute where attrelid = pg_class.oid and attname = 'owner_id')`)
  const expected = [...auditedTables].map(([name, { key }]) => ({
    name,
    key: ['owner_id', ...key].join(' '),
    audits: 1,
  }))
  const history = [
    { name: 'changes', key: 'owner_id id', audits: 0 },
    { name: 'change_rows', key: 'owner_id change_id n', audits: 0 },
    // Triggers derive these from audited tables.
    { name: 'contact_status', key: 'owner_id bud_id', audits: 0 },
    { name: 'bud_dates', key: 'owner_id bud_id n', audits: 0 },
    { name: 'circle_dates', key: 'owner_id circle_id n', audits: 0 },
    { name: 'duplicate_keys', key: 'owner_id bud_id', audits: 0 },
    { name: 'sync_marks', key: 'owner_id type record_id', audits: 0 },
    { name: 'sync_states', key: 'owner_id', audits: 0 },
    // What imports read, and a setting of the list of duplicates.
    { name: 'imports', key: 'owner_id id', audits: 0 },
    { name: 'import_files', key: 'owner_id import_id n', audits: 0 },
    { name: 'import_rows', key: 'owner_id import_id n', audits: 0 },
    { name: 'dismissed_duplicates', key: 'owner_id a b', audits: 0 },
    { name: 'collection_names', key: 'owner_id collection', audits: 0 },
    { name: 'device_deletions', key: 'owner_id device_id type record_id', audits: 0 },
    // What webhooks are told of.
    { name: 'webhook_deliveries', key: 'id', audits: 0 },
  ]
  expect(catalogue).toHaveLength(expected.length + history.length)
  expect(catalogue).toEqual(expect.arrayContaining([...expected, ...history]))
})

test('the rows that a deletion cascades to are recorded with it, and come back with it', async () => {
  const { user, path } = await withMemberships()
  const { _id: ownerId } = user.user
  const before = await allRows(ownerId)
  await user.delete(path)
  const [deletion] = await changesOf(user)
  const rows = await db
    .select()
    .from(changeRows)
    .where(eq(changeRows.changeId, deletion?._id ?? ''))
  expect(rows.map(({ table }) => table).sort()).toEqual(['bud_photos', 'buds', 'circle_buds', 'event_buds'])
  for (const { before, after } of rows) expect([before?.owner_id, after]).toEqual([ownerId, null])
  expect(await allRows(ownerId)).toHaveLength(before.length - rows.length)
  await undoLast(user)
  expect(await allRows(ownerId)).toEqual(before)
})

test('a request that fails, and one that changes nothing, record nothing', async () => {
  const { user, paths } = await withMemberships()
  const before = await countHistory(user.user._id)
  for (const path of paths) {
    const { body } = await user.get(path)
    await user.patch(path, { ...(Object.values(body)[0] as object) })
    await user.patch(path, { Location: 'x'.repeat(101) })
    await user.delete(path, { 'If-Match': '"0"' })
  }
  const [, circle = ''] = paths
  await user.patch(circle, { Name: 'New', selectedBuds: [crypto.randomUUID()] })
  expect(await countHistory(user.user._id)).toEqual(before)
})

test('the reset of the demo account records nothing and clears its history, and no other', async () => {
  const [demo, { user }] = [await signedIn({ traits: ['demo'] }), await withMemberships()]
  const before = await countHistory(user.user._id)
  for (const { create } of records) await create(demo.user)
  expect((await countHistory(demo.user._id))[0]).toBeGreaterThanOrEqual(records.length)
  await resetDemo()
  expect(await countHistory(demo.user._id)).toEqual([0, 0])
  expect(await countHistory(user.user._id)).toEqual(before)
  const [bud] = (await demo.get('/api/v1/buds')).body.buds
  await demo.delete(`/api/v1/buds/${bud._id}`)
  expect((await changesOf(demo)).map(({ kind }) => kind)).toEqual(['delete'])
})

test('the deletion of a user deletes all of their history and records nothing', async () => {
  const { user, path } = await withMemberships()
  await user.delete(path)
  await db.delete(users).where(eq(users._id, user.user._id))
  expect(await countHistory(user.user._id)).toEqual([0, 0])
})
