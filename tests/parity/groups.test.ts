import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '~/db/db.server'
import { buds, events } from '~drizzle/schema'
import { visibleText } from '../support/client'
import { createBud, createEvent, createUser, signedIn } from '../support/factories'
import { kindsWithBuds, rowsWithBuds, withBuds } from '../support/parity'
import { event } from '../support/records'

describe.each(kindsWithBuds)('the forms and the API of $many', (group) => {
  const { one, many, noun, saved, add, edit, remove, api, budsOf, create } = group
  const { asJson, asForm, stored } = group

  const withChosen = (fields: object, ids: string[]) =>
    [...Object.entries(fields), ...ids.map((id) => ['selectedBuds', id])] as [string, string][]

  test('create the same rows', async () => {
    const [first, second, third] = [await withBuds(), await withBuds(), await withBuds()]
    const screen = await first.user.submit(add, withChosen(asForm, first.chosen))
    expect(screen).toHaveRedirect(saved)
    expect(screen).toSendToast(`${noun} added successfully`)
    const listAsText = { ...asForm, selectedBuds: JSON.stringify(second.chosen) }
    expect(await second.user.submit(add, listAsText)).toHaveRedirect(saved)
    const response = await third.user.post(api, { ...asJson, selectedBuds: third.chosen })
    expect(response).toMatchObject({
      status: 201,
      body: { msg: `${noun} added successfully`, [one]: { ...stored, buds: [{}, {}] } },
    })
    const row = { ...stored, buds: ['Ada', 'Grace'] }
    for (const { user } of [first, second, third]) expect(await rowsWithBuds(group, user.user)).toEqual([row])
  })

  test('change rows in the same way', async () => {
    const [first, second] = [await withBuds(), await withBuds()]
    const mine = await create(first.user.user, { selectedBuds: [first.other._id] })
    const theirs = await create(second.user.user, { selectedBuds: [second.other._id] })
    const screen = await first.user.submit(`${edit}/${mine._id}`, withChosen(asForm, first.chosen))
    expect(screen).toHaveRedirect(saved)
    expect(screen).toSendToast(`${noun} edited successfully`)
    const change = { ...asJson, selectedBuds: second.chosen }
    const response = await second.user.patch(`${api}/${theirs._id}`, change)
    expect(response).toMatchObject({ status: 200, body: { msg: `${noun} edited successfully` } })
    const row = { ...stored, buds: ['Ada', 'Grace'] }
    for (const { user } of [first, second]) expect(await rowsWithBuds(group, user.user)).toEqual([row])
  })

  test('empty the lists when the form omits them and JSON sends them empty', async () => {
    const [first, second] = [await withBuds(), await withBuds()]
    for (const { user, chosen } of [first, second]) {
      await user.post(api, { ...asJson, selectedBuds: chosen })
    }
    const idOf = async ({ user }: typeof first) => (await user.get(api)).body[many][0]._id
    expect(await first.user.submit(`${edit}/${await idOf(first)}`, group.minimal)).toHaveRedirect(saved)
    const change = { ...group.storedMinimal, ...group.emptyLists }
    expect((await second.user.patch(`${api}/${await idOf(second)}`, change)).status).toBe(200)
    for (const { user } of [first, second]) {
      expect(await rowsWithBuds(group, user.user)).toEqual([{ ...group.storedMinimal, buds: [] }])
    }
  })

  test("refuse another user's bud in a new or changed record and write nothing", async () => {
    const [{ user, chosen }, stranger] = [await withBuds(), await createUser()]
    const { _id } = await create(user.user, { selectedBuds: chosen })
    const before = await rowsWithBuds(group, user.user)
    const theirs = await createBud(stranger, { Firstname: 'Mata', Surname: 'Hari' })
    const mixed = [...chosen, theirs._id]
    const msg = 'One of the chosen buds does not exist'
    for (const path of [add, `${edit}/${_id}`]) {
      for (const fields of [
        withChosen(asForm, mixed),
        Object.entries({ ...asForm, selectedBuds: JSON.stringify(mixed) }),
      ]) {
        const screen = await user.submit(path, fields)
        expect(screen.status).toBe(400)
        expect(visibleText(screen)).toContain(msg)
        expect(visibleText(screen)).not.toContain('Mata')
      }
    }
    const input = { ...asJson, selectedBuds: mixed }
    for (const response of [await user.post(api, input), await user.patch(`${api}/${_id}`, input)]) {
      expect(response).toMatchObject({ status: 400, body: { msg, errors: { selectedBuds: [msg] } } })
    }
    expect(await rowsWithBuds(group, user.user)).toEqual(before)
    expect(await db.$count(budsOf, eq(budsOf.budId, theirs._id))).toBe(0)
  })

  test('delete the row and its links, and keep the buds', async () => {
    const { user, chosen } = await withBuds()
    const [first, second] = [
      await create(user.user, { selectedBuds: chosen }),
      await create(user.user, { selectedBuds: chosen }),
    ]
    const screen = await user.submit(`${remove}/${first._id}`, {})
    expect(screen).toHaveRedirect(saved)
    expect(screen).toSendToast(`${noun} deleted successfully`)
    expect(await user.delete(`${api}/${second._id}`)).toMatchObject({
      status: 200,
      body: { msg: `${noun} deleted successfully` },
    })
    expect(await rowsWithBuds(group, user.user)).toEqual([])
    expect(await db.$count(budsOf, eq(budsOf.ownerId, user.user._id))).toBe(0)
    expect(await db.$count(buds, eq(buds.ownerId, user.user._id))).toBe(3)
  })
})

test('the forms and the API refuse a new or changed event that ends before it starts', async () => {
  const user = await signedIn()
  const { _id } = await createEvent(user.user)
  const backwards = { ...event.minimal, endDate: '2026-11-20T18:59' }
  const msg = 'End date must not be before the start date'
  for (const path of ['/dashboard/AddEvent', `/dashboard/EditEvent/${_id}`]) {
    const screen = await user.submit(path, backwards)
    expect(screen.status).toBe(400)
    expect(visibleText(screen)).toContain(msg)
  }
  expect(await user.post('/api/v1/events', backwards)).toMatchObject({ status: 400, body: { msg } })
  expect(await user.patch(`/api/v1/events/${_id}`, backwards)).toMatchObject({ status: 400, body: { msg } })
  expect(await db.$count(events, eq(events.ownerId, user.user._id))).toBe(1)
})
