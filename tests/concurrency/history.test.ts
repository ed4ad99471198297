import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { atOnce, countByStatus, times } from '../support/concurrency'
import { isPostgres } from '../support/database'
import { createBud, signedIn } from '../support/factories'
import { changesOf, lastChange, undo, withMemberships } from '../support/history'
import { kindsWithBuds } from '../support/parity'
import { records } from '../support/records'

/** The embedded database runs one transaction at a time. */
describe.skipIf(!isPostgres)('simultaneous requests', () => {
  test('of 50 undos of a change one succeeds', async () => {
    const { user, path, paths, photo } = await withMemberships()
    const read = () => Promise.all([...paths, photo].map(async (one) => (await user.get(one)).text))
    const before = await read()
    for (const change of [() => user.patch(path, { Location: 'Bath' }), () => user.delete(path)]) {
      await change()
      const [made] = await changesOf(user)
      const { length } = await changesOf(user)
      const responses = await atOnce(50, () => undo(user, made?._id ?? ''))
      expect(countByStatus(responses)).toEqual({ 200: 1, 409: 49 })
      expect(await read()).toEqual(before)
      expect(await changesOf(user)).toHaveLength(length + 1)
    }
    const redo = await lastChange(user)
    expect(countByStatus(await atOnce(50, () => undo(user, redo)))).toEqual({ 200: 1, 409: 49 })
    expect((await user.get(path)).status).toBe(404)
  })

  describe.each(records)('the undo of an edit of a $one', ({ api, one, create, text, optional }) => {
    async function edited() {
      const user = await signedIn()
      const path = `${api}/${(await create(user.user, { [text]: 'Bristol' }))._id}`
      const versions = [(await user.get(path)).headers.get('ETag')]
      versions.push((await user.patch(path, { [text]: 'Bath' })).headers.get('ETag'))
      return { user, path, versions, edit: await lastChange(user) }
    }

    test.each([
      ['another field keeps both', { ...optional }, { ...optional, [text]: 'Bristol' }],
      ['the same field keeps the edit', { [text]: 'Wells' }, { [text]: 'Wells' }],
    ])('and an edit of %s, with a new version', async (_what, change, expected) => {
      for (let round = 0; round < 10; round++) {
        const { user, path, versions, edit } = await edited()
        const responses = await Promise.all([undo(user, edit), user.patch(path, change)])
        expect(countByStatus(responses)).toEqual({ 200: 2 })
        const { body, headers } = await user.get(path)
        expect(body[one]).toMatchObject(expected)
        expect(versions).not.toContain(headers.get('ETag'))
      }
    })

    test('and a deletion leave nothing, and the deletion can be undone', async () => {
      for (let round = 0; round < 10; round++) {
        const { user, path, edit } = await edited()
        const responses = await Promise.all([undo(user, edit), user.delete(path)])
        expect(countByStatus(responses)).toEqual({ 200: 2 })
        expect((await user.get(path)).status).toBe(404)
        const [deletion] = await changesOf(user, '?type=deleted')
        expect((await undo(user, deletion?._id ?? '')).body.kept).toEqual([])
        expect(['Bristol', 'Bath']).toContain((await user.get(path)).body[one][text])
      }
    })
  })

  test.each(kindsWithBuds)(
    'undos, changes and deletions of a $one and its buds do not deadlock',
    async (kind) => {
      const { api, one, create } = kind
      const user = await signedIn()
      const before = await countDeadlocks()
      for (let round = 0; round < 5; round++) {
        const ids = (await atOnce(4, () => createBud(user.user))).map(({ _id }) => _id)
        const [gone = '', ...others] = ids
        const path = `${api}/${(await create(user.user, { selectedBuds: ids.slice(0, 2) }))._id}`
        await user.patch(path, { selectedBuds: others })
        const edit = await lastChange(user)
        const responses = await Promise.all([
          undo(user, edit),
          user.patch(path, { selectedBuds: ids.slice(1, 3) }),
          user.delete(`/api/v1/buds/${gone}`),
          ...times(3, (n) => user.patch(path, { Location: `Place ${n}` })),
        ])
        expect(countByStatus(responses)).toEqual({ 200: 6 })
        const { buds } = (await user.get(path)).body[one]
        const left: string[] = buds.map(({ _id }: { _id: string }) => _id)
        expect(left).toEqual(expect.arrayContaining(ids.slice(1, 2)))
        expect(left).not.toContain(gone)
      }
      expect(await countDeadlocks()).toBe(before)
    },
  )
})

async function countDeadlocks() {
  const [row] = await db
    .select({ deadlocks: sql<number>`deadlocks::int` })
    .from(sql`pg_stat_database`)
    .where(sql`datname = current_database()`)
  return row?.deadlocks
}
