import { describe, expect, test } from 'vitest'
import { visibleText } from '../support/client'
import { createUser, signedIn } from '../support/factories'
import { budAsForm, budAsJson, kindsWithBuds, rowsOf, storedBud, storedMinimalBud } from '../support/parity'
import { bud } from '../support/records'

const kinds = [
  {
    ...bud,
    asJson: budAsJson,
    asForm: budAsForm(),
    stored: storedBud,
    storedMinimal: storedMinimalBud,
    refused: { fields: { Firstname: '  ', Surname: 'Hopper' }, msg: 'First name is required' },
  },
  ...kindsWithBuds,
]

describe.each(kinds)('the form and the API of $many', (kind) => {
  const { one, noun, saved, add, edit, remove, api, table, minimal, create } = kind

  test('create and change rows in the same way', async () => {
    const [first, second] = [await signedIn(), await signedIn()]
    const [mine, theirs] = [await create(first.user), await create(second.user)]
    for (const [path, what] of [
      [`${edit}/${mine._id}`, 'edited'],
      [add, 'added'],
    ] as const) {
      const screen = await first.submit(path, kind.asForm)
      expect(screen).toHaveRedirect(saved)
      expect(screen).toSendToast(`${noun} ${what} successfully`)
    }
    for (const [response, status, what] of [
      [await second.patch(`${api}/${theirs._id}`, kind.asJson), 200, 'edited'],
      [await second.post(api, kind.asJson), 201, 'added'],
    ] as const) {
      const body = { msg: `${noun} ${what} successfully`, [one]: kind.stored }
      expect(response).toMatchObject({ status, body })
    }
    for (const { user } of [first, second]) {
      expect(await rowsOf(table, user)).toEqual([kind.stored, kind.stored])
    }
  })

  test('create the same rows from the required fields alone, and refuse input without them', async () => {
    const [first, second] = [await signedIn(), await signedIn()]
    expect(await first.submit(add, minimal)).toHaveRedirect(saved)
    expect((await second.post(api, minimal)).status).toBe(201)
    const { fields, msg } = kind.refused
    const screen = await first.submit(add, fields)
    expect(screen.status).toBe(400)
    expect(visibleText(screen)).toContain(msg)
    expect(await second.post(api, fields)).toMatchObject({ status: 400, body: { msg } })
    for (const { user } of [first, second]) {
      expect(await rowsOf(table, user)).toEqual([kind.storedMinimal])
    }
  })

  test("delete a row, and report another user's record as not found", async () => {
    const user = await signedIn()
    const [first, second] = [await create(user.user), await create(user.user)]
    const theirs = await create(await createUser())
    for (const [{ _id }, message] of [
      [first, `${noun} deleted successfully`],
      [theirs, `${noun} not found`],
    ] as const) {
      const screen = await user.submit(`${remove}/${_id}`, {})
      expect(screen).toHaveRedirect(saved)
      expect(screen).toSendToast(message)
    }
    const edited = await user.submit(`${edit}/${theirs._id}`, minimal)
    expect(edited).toHaveRedirect(saved)
    expect(edited).toSendToast(`${noun} not found`)
    const body = { msg: `${noun} deleted successfully` }
    expect(await user.delete(`${api}/${second._id}`)).toMatchObject({ status: 200, body })
    expect((await user.delete(`${api}/${theirs._id}`)).status).toBe(404)
    expect((await user.patch(`${api}/${theirs._id}`, minimal)).status).toBe(404)
    expect(await rowsOf(table, user.user)).toEqual([])
  })
})
