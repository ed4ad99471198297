import { describe, expect, test } from 'vitest'
import { apply, card, dryRun, importOf, reach } from '../data/imports/support'
import type { Client } from '../support/client'
import { atOnce, countByStatus, times } from '../support/concurrency'
import { isPostgres } from '../support/database'
import { signedIn } from '../support/factories'
import { changesOf } from '../support/history'

const people = (count: number) =>
  times(count, (n) => card(`N:Surname${n};Given${n}`, `EMAIL:person${n}@example.org`)).join('')

async function withImport(count: number) {
  const user = await signedIn()
  const { _id } = await dryRun(user, people(count))
  return { user, _id, path: `/api/v1/imports/${_id}` }
}

const countOf = async (user: Client, kind: string) =>
  (await changesOf(user)).filter((change) => change.kind === kind).length
const totalBuds = async (user: Client) => (await user.get('/api/v1/buds')).body.totalBuds

/** The embedded database runs one transaction at a time. With two processes, the requests go to both in turn. */
describe.skipIf(!isPostgres)('of an import', () => {
  test.each([60, 1_100])('of %i people, 20 applications at once are one', async (count) => {
    const { user, _id, path } = await withImport(count)
    expect(countByStatus(await atOnce(20, () => user.post(`${path}/apply`, {})))).toEqual({ 202: 20 })
    const { counts, done } = await reach(user, _id, 'applied')
    expect([counts.add, done]).toEqual([count, count])
    expect(await totalBuds(user)).toBe(count)
    const { buds } = (await user.get('/api/v1/buds?limit=100&sort=oldestFirst')).body
    const names = buds.map(({ Firstname }: { Firstname: string }) => Firstname)
    expect(new Set(names).size).toBe(names.length)
    expect(await countOf(user, 'import')).toBe(1)
  })

  test.each([60, 1_100])('of %i people, 20 undos at once are one', async (count) => {
    const { user, _id, path } = await withImport(count)
    await apply(user, _id)
    const responses = await atOnce(20, () => user.post(`${path}/undo`, {}))
    expect(countByStatus(responses)).toEqual({ 202: 1, 409: 19 })
    expect((await reach(user, _id, 'undone')).kept).toEqual([])
    expect(await totalBuds(user)).toBe(0)
    expect(await countOf(user, 'undo')).toBe(1)
  })

  test('the deletion is refused from the moment when it is applied', async () => {
    const { user, _id, path } = await withImport(1_100)
    await user.post(`${path}/apply`, {})
    const responses = await atOnce(20, () => user.delete(path))
    expect(countByStatus(responses)).toEqual({ 409: 20 })
    expect((await reach(user, _id, 'applied')).done).toBe(1_100)
    expect(countByStatus(await atOnce(20, () => user.delete(path)))).toEqual({ 200: 1, 404: 19 })
    expect(await totalBuds(user)).toBe(1_100)
  })

  test('a deletion and an application at once do one of both', async () => {
    for (let round = 0; round < 10; round++) {
      const { user, _id, path } = await withImport(30)
      const [applied, deleted] = await Promise.all([user.post(`${path}/apply`, {}), user.delete(path)])
      if (deleted.status === 200) {
        expect([202, 404]).toContain(applied.status)
        expect((await user.get(path)).status).toBe(404)
        expect([0, 30]).toContain(await totalBuds(user))
      } else {
        expect([applied.status, deleted.status]).toEqual([202, 409])
        await reach(user, _id, 'applied')
        expect(await totalBuds(user)).toBe(30)
      }
    }
  })

  test('changed settings at once and an application leave a dry run or an import', async () => {
    for (let round = 0; round < 5; round++) {
      const { user, _id, path } = await withImport(30)
      const responses = await Promise.all([
        user.post(`${path}/apply`, {}),
        ...times(4, (n) => user.patch(path, { onMatch: n % 2 ? 'skip' : 'replace' })),
      ])
      for (const { status } of responses) expect([200, 202, 409]).toContain(status)
      await expect.poll(async () => (await importOf(user, _id)).state).toMatch(/^(ready|applied)$/)
      const { state, counts } = await importOf(user, _id)
      expect(counts.add).toBe(30)
      expect(await totalBuds(user)).toBe(state === 'applied' ? 30 : 0)
    }
  })
})
