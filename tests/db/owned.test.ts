import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '~/db/db.server'
import { buds, circleBuds, circles, eventBuds, events, users } from '~drizzle/schema'
import { createBud, createCircle, createEvent, createUser, signedIn } from '../support/factories'
import { records } from '../support/records'

describe.each(records)('an id of $api', ({ noun, api, minimal, create, edit, saved }) => {
  test('of no record gets the same 404 as a record of another user', async () => {
    const user = await signedIn()
    const foreign = await create(await createUser())
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? new URLSearchParams(minimal) : undefined
      const others = await user.send(method, `${api}/${foreign._id}`, { body })
      expect(others).toMatchObject({ status: 404, body: { msg: `${noun} not found` } })
      for (const id of [
        '00000000-0000-0000-0000-000000000000',
        '019a0000-0000-7000-8000-000000000000',
        '1',
        'undefined',
        "'--",
        '%F0%9F%98%80',
        '019a0000-0000-7000-8000-00000000000g',
        'a'.repeat(4_000),
      ]) {
        const missing = await user.send(method, `${api}/${id}`, { body })
        expect([id, missing.status, missing.text]).toEqual([id, 404, others.text])
      }
    }
  })

  test('matches in any letter case', async () => {
    const user = await signedIn()
    const { _id } = await create(user.user)
    expect((await user.get(`${api}/${_id.toUpperCase()}`)).status).toBe(200)
  })

  test('of no record redirects the edit screen to the list', async () => {
    const user = await signedIn()
    const foreign = await create(await createUser())
    for (const id of ['1', '00000000-0000-0000-0000-000000000000', foreign._id]) {
      const response = await user.visit(`${edit}/${id}`)
      expect(response).toHaveRedirect(saved)
      expect(response).toSendToast(`${noun} not found`)
    }
  })
})

test('deleting a user deletes all their records and none of others', async () => {
  const [user, other] = [await createUser(), await createUser()]
  for (const owner of [user, other]) {
    const selectedBuds = [(await createBud(owner))._id, (await createBud(owner))._id]
    await createCircle(owner, { selectedBuds })
    await createEvent(owner, { selectedBuds })
  }
  await db.delete(users).where(eq(users._id, user._id))
  const left = async ({ _id }: { _id: string }) =>
    Promise.all(
      [buds, circles, events, circleBuds, eventBuds].map((table) => db.$count(table, eq(table.ownerId, _id))),
    )
  expect(await left(user)).toEqual([0, 0, 0, 0, 0])
  expect(await left(other)).toEqual([2, 1, 1, 2, 2])
})
