import { eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { describe, expect, test } from 'vitest'
import { db } from '~/db/db.server'
import { buds, circleBuds, eventBuds } from '~drizzle/schema'
import { visibleText } from '../support/client'
import { createBud, createUser, signedIn } from '../support/factories'
import { circle, event } from '../support/records'

const unknown = {
  status: 400,
  body: {
    msg: 'One of the chosen buds does not exist',
    errors: { selectedBuds: ['One of the chosen buds does not exist'] },
  },
}

describe.each([
  { ...circle, budsOf: circleBuds, nobody: 'No buds associated with this circle' },
  { ...event, budsOf: eventBuds, nobody: 'No buds attending this event' },
])('the buds of $many', ({ one, noun, api, list, minimal, table, create, budsOf, nobody }) => {
  async function three() {
    const user = await signedIn()
    const [ada, grace, zoe] = await Promise.all(
      ['Ada', 'Grace', 'Zoe'].map((Firstname) => createBud(user.user, { Firstname })),
    )
    if (!ada || !grace || !zoe) throw new Error('three buds were to be made')
    return { user, ada, grace, zoe }
  }

  const counts = async ({ _id }: { _id: string }) => [
    await db.$count(table, eq(table.ownerId, _id)),
    await db.$count(budsOf, eq(budsOf.ownerId, _id)),
  ]
  const idsIn = (body: { [one: string]: { buds: { _id: string }[] } }) =>
    body[one]?.buds.map(({ _id }) => _id)

  describe('selected by id', () => {
    test('are sorted by name, ignoring case and accents', async () => {
      const user = await signedIn()
      const made = []
      for (const Firstname of ['zoë', 'Émile', 'adam', 'Emma', 'Adam', 'emil']) {
        made.push(await createBud(user.user, { Firstname, Surname: Firstname === 'Adam' ? 'A' : 'B' }))
      }
      const { body } = await user.post(api, { ...minimal, selectedBuds: made.map(({ _id }) => _id) })
      expect(body[one].buds.map(({ Firstname }: { Firstname: string }) => Firstname)).toEqual([
        'Adam',
        'adam',
        'emil',
        'Émile',
        'Emma',
        'zoë',
      ])
      expect(Object.keys(body[one].buds[0]).toSorted()).toEqual(['Firstname', 'Surname', '_id'])
    })

    test('are stored once when ids are repeated in any letter case', async () => {
      const { user, ada } = await three()
      const selectedBuds = [ada._id, ada._id.toUpperCase(), ada._id]
      const { status, body } = await user.post(api, { ...minimal, selectedBuds })
      expect(status).toBe(201)
      expect(idsIn(body)).toEqual([ada._id])
    })

    test.each(['', '[]'])('may be %j, which means none', async (selectedBuds) => {
      const { user } = await three()
      const { status, body } = await user.submit(api, { ...minimal, selectedBuds })
      expect(status).toBe(201)
      expect(idsIn(body)).toEqual([])
    })

    test('may be 500, and no more', async () => {
      const user = await signedIn()
      const ids = Array.from({ length: 501 }, () => uuid())
      await db.insert(buds).values(ids.map((_id) => ({ _id, ownerId: user.user._id, Firstname: 'Bud' })))
      const msg = 'At most 500 buds can be chosen'
      expect(await user.post(api, { ...minimal, selectedBuds: ids })).toMatchObject({
        status: 400,
        body: { msg, errors: { selectedBuds: [msg] } },
      })
      const { status, body } = await user.post(api, { ...minimal, selectedBuds: ids.slice(1) })
      expect(status).toBe(201)
      expect(idsIn(body)).toHaveLength(500)
      expect((await user.get(`${api}/${body[one]._id}`)).body).toEqual({ [one]: body[one] })
    })

    test('in a list are the first 20 by name, with the total', async () => {
      const user = await signedIn()
      const names = Array.from({ length: 21 }, (_, n) => `Bud ${String(n).padStart(2, '0')}`)
      const made: { _id: string }[] = []
      for (const Firstname of names.toReversed()) made.push(await createBud(user.user, { Firstname }))
      const of = async (count: number) => {
        const chosen = made.slice(21 - count).map(({ _id }) => _id)
        const { body } = await user.post(api, { ...minimal, selectedBuds: chosen })
        const lists = [await user.get(`${api}?limit=1`)]
        if (one === 'event')
          lists.push(await user.get(`${api}?from=2026-11-20T00:00&to=2026-11-21T00:00&${uuid()}`))
        const listed = lists.map((list) =>
          Object.values(
            list.body as Record<string, { _id: string; totalBuds: number; buds: { Firstname: string }[] }[]>,
          )[0]?.find(({ _id }) => _id === body[one]._id),
        )
        return listed.map((row) => [row?.totalBuds, row?.buds.map(({ Firstname }) => Firstname)])
      }
      for (const row of await of(20)) expect(row).toEqual([20, names.slice(0, 20)])
      for (const row of await of(21)) expect(row).toEqual([21, names.slice(0, 20)])
      for (const row of await of(0)) expect(row).toEqual([0, []])
      expect(visibleText(await user.visit(list))).toContain('and 9 more')
    })

    test('must be a list of ids', async () => {
      const { user } = await three()
      for (const selectedBuds of [7, {}, true, null, '[broken', '[{}]']) {
        expect(await user.post(api, { ...minimal, selectedBuds })).toMatchObject({
          status: 400,
          body: { msg: expect.any(String), errors: { selectedBuds: [expect.any(String)] } },
        })
      }
      expect(await counts(user.user)).toEqual([0, 0])
    })
  })

  describe('with ids that are not buds of the user', () => {
    test('are refused, also beside valid ids, and nothing is written', async () => {
      const { user, ada, grace } = await three()
      const { _id } = await create(user.user, { selectedBuds: [ada._id] })
      const before = (await user.get(`${api}/${_id}`)).body
      const theirs = await createBud(await createUser())
      for (const makeId of [theirs._id, uuid(), 'nobody', '', 7, null, `${uuid()} or true`]) {
        const change = { ...minimal, Name: 'New', selectedBuds: [grace._id, makeId] }
        expect(await user.post(api, change)).toMatchObject(unknown)
        expect(await user.patch(`${api}/${_id}`, change)).toMatchObject(unknown)
      }
      expect((await user.get(`${api}/${_id}`)).body).toEqual(before)
      expect((await user.get(api)).body[`total${noun}s`]).toBe(1)
      expect(await counts(user.user)).toEqual([1, 1])
    })

    test('are rejected by the database too', async () => {
      const [mine, theirs] = [await three(), await three()]
      const { _id: recordId } = await create(mine.user.user)
      const { _id: ofTheirs } = await create(theirs.user.user)
      const [me, them] = [mine.user.user._id, theirs.user.user._id]
      const refused = { cause: { code: '23503' } }
      for (const row of [
        { ownerId: me, recordId, budId: theirs.ada._id },
        { ownerId: them, recordId, budId: theirs.ada._id },
        { ownerId: me, recordId: ofTheirs, budId: mine.ada._id },
        { ownerId: them, recordId: ofTheirs, budId: mine.ada._id },
        { ownerId: me, recordId, budId: uuid() },
        { ownerId: uuid(), recordId, budId: mine.ada._id },
      ]) {
        await expect(db.insert(budsOf).values(row)).rejects.toMatchObject(refused)
      }
      await db.insert(budsOf).values({ ownerId: me, recordId, budId: mine.ada._id })
      const moved = db.update(budsOf).set({ budId: theirs.ada._id }).where(eq(budsOf.recordId, recordId))
      await expect(moved).rejects.toMatchObject(refused)
      expect(idsIn((await mine.user.get(`${api}/${recordId}`)).body)).toEqual([mine.ada._id])
    })
  })

  describe('after a change of a bud', () => {
    test('a deleted bud is removed, the others stay', async () => {
      const { user, ada, grace } = await three()
      const { _id } = await create(user.user, { selectedBuds: [ada._id, grace._id] })
      expect((await user.delete(`/api/v1/buds/${ada._id}`)).status).toBe(200)
      expect(idsIn((await user.get(`${api}/${_id}`)).body)).toEqual([grace._id])
      expect(await counts(user.user)).toEqual([1, 1])
    })

    test('a record whose only bud is deleted is listed without buds', async () => {
      const { user, ada } = await three()
      const { _id } = await create(user.user, { selectedBuds: [ada._id] })
      expect(visibleText(await user.visit(list))).not.toContain(nobody)
      expect(await user.submit(`/dashboard/DeleteBud/${ada._id}`, {})).toSendToast('Bud deleted successfully')
      expect(idsIn((await user.get(`${api}/${_id}`)).body)).toEqual([])
      expect(visibleText(await user.visit(list))).toContain(nobody)
    })

    test('a renamed bud has its new name', async () => {
      const { user, ada, grace } = await three()
      const { _id } = await create(user.user, { selectedBuds: [ada._id, grace._id] })
      await user.patch(`/api/v1/buds/${ada._id}`, { Firstname: 'Zora', Surname: 'Neale' })
      expect((await user.get(`${api}/${_id}`)).body[one].buds).toEqual([
        { _id: grace._id, Firstname: 'Grace', Surname: '' },
        { _id: ada._id, Firstname: 'Zora', Surname: 'Neale' },
      ])
    })
  })

  test('a card shows twelve buds and a link to the others', async () => {
    const user = await signedIn()
    const ids = []
    for (let n = 10; n < 24; n++) ids.push((await createBud(user.user, { Firstname: `Bud${n}` }))._id)
    const { _id } = await create(user.user, { selectedBuds: ids })
    const page = await user.visit(list)
    expect(visibleText(page)).toMatch(/Bud10 .*Bud21 and 2 more/)
    expect(visibleText(page)).not.toContain('Bud22')
    expect(page.text).toContain(`${one === 'circle' ? 'EditCircle' : 'EditEvent'}/${_id}">and <!-- -->2`)
  })
})
