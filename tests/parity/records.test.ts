import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { buds } from '~drizzle/schema'
import { visibleText } from '../support/client'
import { createBud, createUser, signedIn } from '../support/factories'
import { kinds, rowsOf } from '../support/parity'

describe.each(kinds)('the form and the API of $many', (kind) => {
  const { one, noun, saved, add, edit, remove, api, minimal, create, budsOf, asForm, asJson } = kind

  /** Creates a user, and two buds for a record that has buds. */
  async function setUp() {
    const client = await signedIn()
    const selectedBuds: string[] = []
    for (const Firstname of budsOf ? ['Grace', 'Ada'] : []) {
      selectedBuds.push((await createBud(client.user, { Firstname }))._id)
    }
    return { ...client, selectedBuds }
  }

  test('create and change rows in the same way, with the same line ends in their texts', async () => {
    const [first, second] = [await setUp(), await setUp()]
    const [mine, theirs] = [await create(first.user), await create(second.user)]
    const ids = first.selectedBuds.map((id): [string, string] => ['selectedBuds', id])
    const idsInFields = [...Object.entries<string>(asForm), ...ids]
    const idsInOneField = { ...asForm, selectedBuds: JSON.stringify(first.selectedBuds) }
    for (const [path, fields, what] of [
      [`${edit}/${mine._id}`, idsInFields, 'edited'],
      [add, idsInOneField, 'added'],
    ] as const) {
      const screen = await first.submit(path, fields)
      expect(screen).toHaveRedirect(saved)
      expect(screen).toSendToast(`${noun} ${what} successfully`)
    }
    const input = { ...asJson, selectedBuds: second.selectedBuds }
    for (const [response, status, what] of [
      [await second.patch(`${api}/${theirs._id}`, input), 200, 'edited'],
      [await second.post(api, input), 201, 'added'],
    ] as const) {
      const body = { msg: `${noun} ${what} successfully`, [one]: kind.stored }
      expect(response).toMatchObject({ status, body })
    }
    const row = { ...kind.stored, buds: budsOf ? ['Ada', 'Grace'] : [] }
    for (const { user } of [first, second]) expect(await rowsOf(kind, user)).toEqual([row, row])
  })

  test('store empty optional fields in the same way, and refuse input without required ones', async () => {
    const [first, second] = [await setUp(), await setUp()]
    const idOf = async ({ post, selectedBuds }: typeof first) =>
      (await post(api, { ...asJson, selectedBuds })).body[one]._id
    // A form without it leaves alone how an event repeats.
    const once: Record<string, string> = 'repeat' in asForm ? { repeat: '' } : {}
    expect(await first.submit(`${edit}/${await idOf(first)}`, { ...minimal, ...once })).toHaveRedirect(saved)
    const emptied = { ...kind.storedMinimal, selectedBuds: [] }
    expect((await second.patch(`${api}/${await idOf(second)}`, emptied)).status).toBe(200)
    expect(await first.submit(add, minimal)).toHaveRedirect(saved)
    expect((await second.post(api, minimal)).status).toBe(201)
    const { fields, msg } = kind.invalid
    const screen = await first.submit(add, fields)
    expect(screen.status).toBe(400)
    expect(visibleText(screen)).toContain(msg)
    expect(await second.post(api, fields)).toMatchObject({ status: 400, body: { msg } })
    const row = { ...kind.storedMinimal, buds: [] }
    for (const { user } of [first, second]) expect(await rowsOf(kind, user)).toEqual([row, row])
  })

  test("delete a row but not its buds, and report another user's record as not found", async () => {
    const { user, selectedBuds, ...client } = await setUp()
    const [first, second] = [await create(user, { selectedBuds }), await create(user, { selectedBuds })]
    const theirs = await create(await createUser())
    for (const [path, message] of [
      [`${remove}/${first._id}`, `${noun} deleted successfully`],
      [`${remove}/${theirs._id}`, `${noun} not found`],
      [`${edit}/${theirs._id}`, `${noun} not found`],
    ] as const) {
      const screen = await client.submit(path, { ...minimal, _version: '"other"' })
      expect(screen).toHaveRedirect(saved)
      expect(screen).toSendToast(message)
    }
    const body = { msg: `${noun} deleted successfully` }
    expect(await client.delete(`${api}/${second._id}`)).toMatchObject({ status: 200, body })
    expect(await rowsOf(kind, user)).toEqual([])
    if (budsOf) expect(await db.$count(budsOf, eq(budsOf.ownerId, user._id))).toBe(0)
    expect(await db.$count(buds, eq(buds.ownerId, user._id))).toBe(selectedBuds.length)
  })
})

test('a form counts each line end of a text once towards the maximum length', async () => {
  const lines = `${'x'.repeat(9)}\r\n`.repeat(200).trimEnd()
  expect(lines.replaceAll('\r', '').length).toBeLessThanOrEqual(2_000)
  expect(lines.length).toBeGreaterThan(2_000)
  const circle = { Name: 'Book Club', Description: lines }
  expect(await (await signedIn()).submit('/dashboard/AddCircle', circle)).toHaveRedirect(
    '/dashboard/allcircles',
  )
})
