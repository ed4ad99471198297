import { describe, expect, test } from 'vitest'
import { atOnce, countByStatus } from '../support/concurrency'
import { isPostgres } from '../support/database'
import { createBud, signedIn } from '../support/factories'
import { changesOf, lastChange, undo } from '../support/history'
import { kindsWithBuds } from '../support/parity'

type User = Awaited<ReturnType<typeof signedIn>>

const merge = (user: User, a: string, b: string) => user.post(`/api/v1/buds/${a}/merge`, { with: b })

async function withBuds(count: number) {
  const user = await signedIn()
  const ids = (await atOnce(count, () => createBud(user.user))).map(({ _id }) => _id)
  return { user, ids }
}

/** The embedded database runs one transaction at a time. */
describe.skipIf(!isPostgres)('simultaneous merges', () => {
  test('of 20 merges of two buds, half of them the other way round, one succeeds', async () => {
    const { user, ids } = await withBuds(2)
    const [a = '', b = ''] = ids
    const responses = await atOnce(20, (n) => (n % 2 ? merge(user, a, b) : merge(user, b, a)))
    expect(countByStatus(responses)).toEqual({ 200: 1, 404: 19 })
    expect((await changesOf(user)).filter(({ kind }) => kind === 'merge')).toHaveLength(1)
  })

  test('of three buds in a circle leave one or two, and none of them is lost', async () => {
    for (let round = 0; round < 10; round++) {
      const { user, ids } = await withBuds(3)
      const [a = '', b = '', c = ''] = ids
      const responses = await Promise.all([merge(user, a, b), merge(user, b, c), merge(user, c, a)])
      const merged = responses.filter(({ status }) => status === 200).length
      expect(merged).toBeGreaterThan(0)
      expect((await user.get('/api/v1/buds')).body.totalBuds).toBe(3 - merged)
    }
  })

  test.each(kindsWithBuds)('edits, deletions and undos of a $one of both buds succeed', async (kind) => {
    const { api, one, create } = kind
    for (let round = 0; round < 8; round++) {
      const { user, ids } = await withBuds(3)
      const [a = '', b = '', c = ''] = ids
      const path = `${api}/${(await create(user.user, { selectedBuds: [b] }))._id}`
      const other = `${api}/${(await create(user.user, { selectedBuds: [a, b] }))._id}`
      await user.patch(path, { selectedBuds: [b, c] })
      const edit = await lastChange(user)
      const responses = await Promise.all([
        merge(user, a, b),
        user.patch(path, { Location: 'Leeds' }),
        user.patch(other, { selectedBuds: [a, c] }),
        undo(user, edit),
        user.delete(`/api/v1/buds/${c}`),
      ])
      const statuses = responses.map(({ status }) => status)
      expect([...statuses.slice(0, 2), ...statuses.slice(3)]).toEqual([200, 200, 200, 200])
      expect([200, 400]).toContain(statuses[2])
      const members = (await user.get(path)).body[one].buds.map(({ _id }: { _id: string }) => _id)
      expect(members).toEqual([a])
    }
  })
})
