import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { buds } from '~drizzle/schema'
import { atOnce, cancel, provokeDeadlock, untilBlocked, withLockedBud } from '../support/concurrency'
import { isPostgres } from '../support/database'
import { createBud, createCircle, signedIn } from '../support/factories'
import { kindsWithBuds } from '../support/parity'

/** The embedded database runs one statement at a time. */
describe.skipIf(!isPostgres)('simultaneous requests', () => {
  test('simultaneous changes and deletions of buds, and of records that contain them, do not fail', async () => {
    const user = await signedIn()
    for (let round = 0; round < 5; round++) {
      const ids = (await atOnce(4, () => createBud(user.user))).map(({ _id }) => _id)
      const made = await Promise.all(
        kindsWithBuds.map(async ({ api, one, text, create }) => {
          return { path: `${api}/${(await create(user.user, { selectedBuds: ids }))._id}`, one, text }
        }),
      )
      const responses = await Promise.all([
        ...made.flatMap(({ path, text }) => [
          user.patch(path, { selectedBuds: ids }),
          user.patch(path, { selectedBuds: ids.toReversed().slice(1), [text]: 'Bath' }),
          user.patch(path, { [text]: 'Wells' }),
        ]),
        ...ids.map((id) => user.patch(`/api/v1/buds/${id}`, { Surname: 'Hopper' })),
        ...ids.slice(2).map((id) => user.delete(`/api/v1/buds/${id}`)),
        ...kindsWithBuds.map(({ api, minimal }) => user.post(api, { ...minimal, selectedBuds: ids })),
      ])
      for (const { status } of responses) expect([200, 201, 400, 404]).toContain(status)
      for (const { path, one } of made) {
        const left = (await user.get(path)).body[one].buds.map(({ _id }: { _id: string }) => _id)
        expect(left.every((id: string) => ids.slice(0, 2).includes(id))).toBe(true)
      }
    }
  })

  test('a change that PostgreSQL aborts because of a deadlock is retried', async () => {
    const user = await signedIn()
    const bud = await createBud(user.user)
    const { _id } = await createCircle(user.user)
    const [changed] = await withLockedBud(bud._id, async (tx) => {
      const changed = user.patch(`/api/v1/circles/${_id}`, { Name: 'New', selectedBuds: [bud._id] })
      await provokeDeadlock(tx, 'circles', _id)
      return [changed]
    })
    expect(await changed).toMatchObject({
      status: 200,
      body: { circle: { Name: 'New', buds: [{ _id: bud._id }] } },
    })
  })

  describe.each(kindsWithBuds)('one of the $many', (kind) => {
    const { api, one, minimal, table, budsOf, create } = kind

    test('is refused while one of its buds is being deleted', async () => {
      const user = await signedIn()
      const { _id } = await createBud(user.user)
      const pending = await db.transaction(async (tx) => {
        await tx.delete(buds).where(eq(buds._id, _id))
        const pending = user.post(api, { ...minimal, selectedBuds: [_id] })
        await untilBlocked()
        return [pending]
      })
      const msg = 'One of the chosen buds does not exist'
      expect(await pending[0]).toMatchObject({ status: 400, body: { msg } })
      expect(await db.$count(table, eq(table.ownerId, user.user._id))).toBe(0)
    })

    test('is stored first if one of its buds is deleted meanwhile, and the deletion waits', async () => {
      const user = await signedIn()
      const [ada, grace] = [await createBud(user.user), await createBud(user.user)]
      const [made, deleted] = await withLockedBud(grace._id, async () => {
        const made = user.post(api, { ...minimal, selectedBuds: [ada._id, grace._id] })
        await untilBlocked()
        const deleted = user.delete(`/api/v1/buds/${ada._id}`)
        await untilBlocked(2)
        return [made, deleted]
      })
      expect((await made).status).toBe(201)
      expect((await deleted).status).toBe(200)
      const left = await db.select().from(budsOf).where(eq(budsOf.ownerId, user.user._id))
      expect(left.map(({ budId }) => budId)).toEqual([grace._id])
    })

    test('is neither stored nor changed if its statement is canceled', async () => {
      const user = await signedIn()
      const [ada, grace] = [await createBud(user.user), await createBud(user.user)]
      const path = `${api}/${(await create(user.user, { selectedBuds: [grace._id] }))._id}`
      const before = (await user.get(path)).body
      const milestones = [{ date: '2026-11-20', description: 'x' }]
      const input = { ...minimal, milestones, selectedBuds: [ada._id, grace._id] }
      for (const send of [
        () => user.post(api, input),
        () => user.patch(path, { Name: 'New', selectedBuds: [ada._id] }),
      ]) {
        const [response] = await withLockedBud(ada._id, async () => {
          const response = send()
          await cancel(await untilBlocked())
          return [response]
        })
        expect(await response).toMatchObject({ status: 503, body: { msg: 'Something went wrong' } })
      }
      expect((await user.get(path)).body).toEqual(before)
      expect((await user.get(api)).body).toMatchObject({ [`total${kind.noun}s`]: 1, numOfPages: 1 })
      expect(await db.$count(budsOf, eq(budsOf.ownerId, user.user._id))).toBe(1)
      expect(await user.post(api, input)).toMatchObject({ status: 201, body: { [one]: { buds: [{}, {}] } } })
    })
  })
})
