import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { buds } from '~drizzle/schema'
import { atOnce, countByStatus, times } from '../support/concurrency'
import { isPostgres } from '../support/database'
import { createBud, signedIn } from '../support/factories'
import { formIn, typed } from '../support/form'
import { kindsWithBuds } from '../support/parity'
import { records } from '../support/records'

/** The embedded database runs one statement at a time. */
describe.skipIf(!isPostgres)('simultaneous requests', () => {
  test('of 10 deletions of a bud one succeeds, and changes succeed or find it deleted', async () => {
    const user = await signedIn()
    const path = `/api/v1/buds/${(await createBud(user.user))._id}`
    const changes = times(10, (n) => user.patch(path, { Nickname: `n${n}` }))
    const deletions = times(10, () => user.delete(path))
    for (const { status } of await Promise.all(changes)) expect([200, 404]).toContain(status)
    expect(countByStatus(await Promise.all(deletions))).toEqual({ 200: 1, 404: 9 })
    expect((await user.get(path)).status).toBe(404)
  })

  test('changes and deletions of buds wait for a transaction that deletes all of them', async () => {
    const user = await signedIn()
    const made = await atOnce(8, () => createBud(user.user))
    const single = ({ _id }: { _id: string }, n: number) =>
      n % 2
        ? user.patch(`/api/v1/buds/${_id}`, { Firstname: `Bud ${n}` })
        : user.delete(`/api/v1/buds/${_id}`)
    const responses = await db.transaction(async (tx) => {
      const own = eq(buds.ownerId, user.user._id)
      await tx.select().from(buds).where(own).orderBy(buds._id).for('update')
      const pending = made.map(single)
      await tx.execute(sql`select pg_sleep(0.5)`)
      await tx.delete(buds).where(own)
      return pending
    })
    expect(countByStatus(await Promise.all(responses))).toEqual({ 404: 8 })
    expect((await user.get('/api/v1/buds')).body.totalBuds).toBe(0)
  })

  test('an edit that waited for a contact has the ETag of the next read', async () => {
    const user = await signedIn()
    const { _id } = await createBud(user.user, { cadenceDays: 30 })
    const path = `/api/v1/buds/${_id}`
    const response = await db.transaction(async (tx) => {
      await tx.select().from(buds).where(eq(buds._id, _id)).for('update')
      const pending = user.patch(path, { notes: 'Likes tea' })
      await tx.execute(sql`select pg_sleep(0.5)`)
      await tx.execute(sql`update contact_status set due_on = '2031-05-06' where bud_id = ${_id}`)
      return { pending }
    })
    const edited = await response.pending
    expect(edited.body.bud.dueOn).toBe('2031-05-06')
    expect(edited.headers.get('ETag')).toBe((await user.get(path)).headers.get('ETag'))
  })

  test('100 buds created at once are all stored once', async () => {
    const user = await signedIn()
    const responses = await atOnce(100, (n) => user.post('/api/v1/buds', { Firstname: `Bud ${n}` }))
    expect(countByStatus(responses)).toEqual({ 201: 100 })
    const { body } = await user.get('/api/v1/buds?limit=100')
    expect(body.totalBuds).toBe(100)
    expect(new Set(body.buds.map(({ _id }: { _id: string }) => _id)).size).toBe(100)
  })

  test.each(records)(
    'the form of a new $one sent 10 times stores one record with its buds once',
    async (kind) => {
      const { add, saved, table, minimal } = kind
      const user = await signedIn()
      const made = await atOnce(3, () => createBud(user.user))
      const form = typed(formIn(await user.visit(add)), minimal)
      const chosen = made.map(({ _id }): [string, string] => ['selectedBuds', _id])
      const fields = kind.hasBuds ? [...form, ...chosen] : form
      const responses = await atOnce(10, () => user.submit(add, fields))
      for (const response of responses) expect(response).toHaveRedirect(saved)
      const id = new Map(form).get('_id') ?? ''
      expect(await db.$count(table, eq(table._id, id))).toBe(1)
      for (const { one, budsOf } of kindsWithBuds) {
        expect(await db.$count(budsOf, eq(budsOf.recordId, id))).toBe(one === kind.one ? 3 : 0)
      }
    },
  )

  describe.each(records)('requests with the same version of a $one', ({ api, one, text, create }) => {
    async function setUp() {
      const user = await signedIn()
      const path = `${api}/${(await create(user.user))._id}`
      const readEtag = async () => ({ 'If-Match': (await user.get(path)).headers.get('ETag') ?? '' })
      return { user, path, readEtag }
    }

    test('one of 10 changes succeeds', async () => {
      const { user, path, readEtag } = await setUp()
      for (let round = 0; round < 5; round++) {
        const ifMatch = await readEtag()
        const places = times(10, (n) => `Place ${round}-${n}`)
        const responses = await Promise.all(
          places.map((place) => user.patch(path, { [text]: place }, ifMatch)),
        )
        expect(countByStatus(responses)).toEqual({ 200: 1, 412: 9 })
        const winner = responses.findIndex(({ status }) => status === 200)
        expect((await user.get(path)).body[one][text]).toBe(places[winner])
      }
    })

    test('10 identical changes do not conflict', async () => {
      const { user, path, readEtag } = await setUp()
      const ifMatch = await readEtag()
      const responses = await atOnce(10, () => user.patch(path, { [text]: 'Bath' }, ifMatch))
      expect(countByStatus(responses)).toEqual({ 200: 10 })
    })

    test('either a change or a deletion succeeds', async () => {
      for (let round = 0; round < 10; round++) {
        const { user, path, readEtag } = await setUp()
        const ifMatch = await readEtag()
        const responses = [user.patch(path, { [text]: 'Bath' }, ifMatch), user.delete(path, ifMatch)]
        const statuses = (await Promise.all(responses)).map(({ status }) => status)
        expect(['200,412', '404,200']).toContain(statuses.join())
      }
    })
  })
})
