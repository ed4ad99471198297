import { eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { describe, expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { buds } from '~drizzle/schema'
import { visibleText } from '../../support/client'
import { createBud, createUser, signedIn } from '../../support/factories'
import { kindsWithBuds } from '../../support/parity'

const msg = 'One of the chosen buds does not exist'
const unknown = { status: 400, body: { msg, errors: { selectedBuds: [msg] } } }

type Named = { _id: string; Firstname: string }

/** The text of a card without buds. */
const noBuds = {
  circle: 'No buds associated with this circle',
  event: 'No buds attending this event',
} satisfies Record<(typeof kindsWithBuds)[number]['one'], string>

describe.each(kindsWithBuds)('the buds of $many', (kind) => {
  const { one, many, api, list, edit, minimal, table, create, budsOf } = kind
  const range = one === 'event' ? '?from=2126-11-20T00:00&to=2126-11-21T00:00' : ''

  async function setUp() {
    const user = await signedIn()
    const ada = await createBud(user.user, { Firstname: 'Ada' })
    return { user, ada, grace: await createBud(user.user, { Firstname: 'Grace' }) }
  }
  type Client = Awaited<ReturnType<typeof setUp>>['user']

  const counts = async ({ _id }: { _id: string }) => [
    await db.$count(table, eq(table.ownerId, _id)),
    await db.$count(budsOf, eq(budsOf.ownerId, _id)),
  ]
  const budsIn = async (user: Client, { _id }: { _id: string }): Promise<Named[]> =>
    (await user.get(`${api}/${_id}`)).body[one].buds
  const namesOf = (named: Named[]) => named.map(({ Firstname }) => Firstname)

  test('are sorted by name, ignoring case and accents', async () => {
    const user = await signedIn()
    const selectedBuds = []
    for (const Firstname of ['zoë', 'Émile', 'adam', 'Emma', 'Adam', 'emil']) {
      const Surname = Firstname === 'Adam' ? 'A' : 'B'
      selectedBuds.push((await createBud(user.user, { Firstname, Surname }))._id)
    }
    const { body } = await user.post(api, { ...minimal, selectedBuds })
    expect(namesOf(body[one].buds)).toEqual(['Adam', 'adam', 'emil', 'Émile', 'Emma', 'zoë'])
  })

  test('are stored once when ids are repeated in any letter case, and may be an empty text or list', async () => {
    const { user, ada } = await setUp()
    for (const [selectedBuds, stored] of [
      [[ada._id, ada._id.toUpperCase(), ada._id], ['Ada']],
      ['', []],
      ['[]', []],
    ]) {
      const { status, body } = await user.post(api, { ...minimal, selectedBuds })
      expect([status, namesOf(body[one].buds)]).toEqual([201, stored])
    }
  })

  test('are at most 500', async () => {
    const user = await signedIn()
    const ids = Array.from({ length: 501 }, () => uuid())
    await db.insert(buds).values(ids.map((_id) => ({ _id, ownerId: user.user._id, Firstname: 'Bud' })))
    const tooMany = 'At most 500 buds can be chosen'
    expect(await user.post(api, { ...minimal, selectedBuds: ids })).toMatchObject({
      status: 400,
      body: { msg: tooMany, errors: { selectedBuds: [tooMany] } },
    })
    const { status, body } = await user.post(api, { ...minimal, selectedBuds: ids.slice(1) })
    expect([status, body[one].buds.length]).toEqual([201, 500])
    expect(await budsIn(user, body[one])).toEqual(body[one].buds)
  })

  test('are the first 20 by name for each record of a list, with the total; a card shows twelve and links to the others', async () => {
    const user = await signedIn()
    const names = Array.from({ length: 21 }, (_, n) => `Bud${n + 10}`)
    const ids: string[] = []
    for (const Firstname of names.toReversed()) ids.unshift((await createBud(user.user, { Firstname }))._id)
    for (const count of [0, 20, 21]) {
      const { _id } = await create(user.user, { selectedBuds: ids.slice(0, count) })
      for (const path of [api, api + range]) {
        const rows: { _id: string; totalBuds: number; buds: Named[] }[] = (await user.get(path)).body[many]
        const row = rows.find((row) => row._id === _id)
        expect([row?.totalBuds, namesOf(row?.buds ?? [])]).toEqual([
          count,
          names.slice(0, Math.min(count, 20)),
        ])
      }
      if (count < 21) continue
      const page = await user.visit(list)
      expect(visibleText(page)).toMatch(/Bud10 .*Bud21 and 9 more/)
      expect(visibleText(page)).not.toContain('Bud22')
      expect(page.text).toContain(`${edit}/${_id}">and <!-- -->9`)
    }
  })

  test('that are not buds of the user are refused, also beside valid ids, and nothing is written', async () => {
    const { user, ada, grace } = await setUp()
    const record = await create(user.user, { selectedBuds: [ada._id] })
    const theirs = await createBud(await createUser())
    for (const id of [theirs._id, uuid(), 'nobody', '', 7, null, `${uuid()} or true`]) {
      const change = { ...minimal, Name: 'New', selectedBuds: [grace._id, id] }
      expect(await user.post(api, change)).toMatchObject(unknown)
      expect(await user.patch(`${api}/${record._id}`, change)).toMatchObject(unknown)
    }
    for (const selectedBuds of [7, {}, true, null, '[broken', '[{}]']) {
      expect((await user.patch(`${api}/${record._id}`, { selectedBuds })).status).toBe(400)
    }
    expect((await user.get(api)).body[many]).toMatchObject([{ ...minimal, buds: [{ _id: ada._id }] }])
    expect(await counts(user.user)).toEqual([1, 1])
  })

  test('that are not buds of the user are rejected by the database too', async () => {
    const [mine, theirs] = [await setUp(), await setUp()]
    const [own, other] = [await create(mine.user.user), await create(theirs.user.user)]
    const [me, them] = [mine.user.user._id, theirs.user.user._id]
    const refused = { cause: { code: '23503' } }
    for (const [ownerId, recordId, budId] of [
      [me, own._id, theirs.ada._id],
      [them, own._id, theirs.ada._id],
      [me, other._id, mine.ada._id],
      [them, other._id, mine.ada._id],
      [me, own._id, uuid()],
    ] as const) {
      await expect(db.insert(budsOf).values({ ownerId, recordId, budId })).rejects.toMatchObject(refused)
    }
    await db.insert(budsOf).values({ ownerId: me, recordId: own._id, budId: mine.ada._id })
    const moved = db.update(budsOf).set({ budId: theirs.ada._id }).where(eq(budsOf.recordId, own._id))
    await expect(moved).rejects.toMatchObject(refused)
    expect(namesOf(await budsIn(mine.user, own))).toEqual(['Ada'])
  })

  test('have their new names after a change, and are removed when they are deleted', async () => {
    const { user, ada, grace } = await setUp()
    const record = await create(user.user, { selectedBuds: [ada._id, grace._id] })
    await user.patch(`/api/v1/buds/${ada._id}`, { Firstname: 'Zora', Surname: 'Neale' })
    expect(await budsIn(user, record)).toEqual([
      { _id: grace._id, Firstname: 'Grace', Surname: '' },
      { _id: ada._id, Firstname: 'Zora', Surname: 'Neale' },
    ])
    expect((await user.delete(`/api/v1/buds/${ada._id}`)).status).toBe(200)
    expect(namesOf(await budsIn(user, record))).toEqual(['Grace'])
    expect(visibleText(await user.visit(list))).not.toContain(noBuds[one])
    expect(await user.submit(`/dashboard/DeleteBud/${grace._id}`, {})).toSendToast('Bud deleted successfully')
    expect(await budsIn(user, record)).toEqual([])
    expect(visibleText(await user.visit(list))).toContain(noBuds[one])
    expect(await counts(user.user)).toEqual([1, 0])
  })
})
