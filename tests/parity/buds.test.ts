import { describe, expect, test } from 'vitest'
import { createBud, createUser, signedIn } from '../support/factories'
import { budAsForm, budAsJson, budRowsOf, storedBud } from '../support/parity'

describe('creating a bud', () => {
  test('the form and the API store the same row', async () => {
    const [one, two] = [await signedIn(), await signedIn()]
    const screen = await one.submit('/dashboard/AddBud', budAsForm())
    expect(screen).toHaveRedirect('/dashboard')
    expect(screen).toSendToast('Bud added successfully')
    const response = await two.post('/api/v1/buds', budAsJson)
    expect(response).toMatchObject({ status: 201, body: { msg: 'Bud added successfully', bud: storedBud } })
    expect(await budRowsOf(one.user)).toEqual([storedBud])
    expect(await budRowsOf(two.user)).toEqual([storedBud])
  })

  test('the form and the API store the same row when only a first name is given', async () => {
    const [one, two] = [await signedIn(), await signedIn()]
    await one.submit('/dashboard/AddBud', { Firstname: 'Grace' })
    await two.post('/api/v1/buds', { Firstname: 'Grace' })
    expect(await budRowsOf(one.user)).toEqual(await budRowsOf(two.user))
    expect(await budRowsOf(one.user)).toMatchObject([{ Firstname: 'Grace', Surname: '', Budtype: 'Other' }])
  })

  test('the form and the API refuse a bud without a first name and store nothing', async () => {
    const user = await signedIn()
    const screen = await user.submit('/dashboard/AddBud', { Firstname: '  ', Surname: 'Hopper' })
    expect(screen.status).toBe(400)
    expect(screen.text).toContain('First name is required')
    const response = await user.post('/api/v1/buds', { Surname: 'Hopper' })
    expect(response).toMatchObject({
      status: 400,
      body: { msg: 'First name is required', errors: { Firstname: ['First name is required'] } },
    })
    expect(await budRowsOf(user.user)).toEqual([])
  })
})

describe('changing a bud', () => {
  test('the form and the API store the same row', async () => {
    const [one, two] = [await signedIn(), await signedIn()]
    const first = await createBud(one.user, { Firstname: 'Ada', hobbies: ['Chess'] })
    const second = await createBud(two.user, { Firstname: 'Ada', hobbies: ['Chess'] })
    const screen = await one.submit(`/dashboard/EditBud/${first._id}`, budAsForm())
    expect(screen).toHaveRedirect('/dashboard')
    expect(screen).toSendToast('Bud edited successfully')
    const response = await two.patch(`/api/v1/buds/${second._id}`, budAsJson)
    expect(response).toMatchObject({ status: 200, body: { msg: 'Bud edited successfully', bud: storedBud } })
    expect(await budRowsOf(one.user)).toEqual([storedBud])
    expect(await budRowsOf(two.user)).toEqual([storedBud])
  })

  test('a form without options and JSON with empty lists both empty the lists', async () => {
    const [one, two] = [await signedIn(), await signedIn()]
    const full = { Firstname: 'Ada', hobbies: ['Chess'], customFields: [{ name: 'a', value: 'b' }] }
    const first = await createBud(one.user, full)
    const second = await createBud(two.user, full)
    await one.submit(`/dashboard/EditBud/${first._id}`, { Firstname: 'Ada' })
    await two.patch(`/api/v1/buds/${second._id}`, { hobbies: [], customFields: [] })
    expect(await budRowsOf(one.user)).toMatchObject([{ hobbies: [], customFields: [] }])
    expect(await budRowsOf(one.user)).toEqual(await budRowsOf(two.user))
  })
})

describe('deleting a bud', () => {
  test('the form and the API delete the row', async () => {
    const user = await signedIn()
    const [first, second] = [await createBud(user.user), await createBud(user.user)]
    const screen = await user.submit(`/dashboard/DeleteBud/${first._id}`, {})
    expect(screen).toHaveRedirect('/dashboard')
    expect(screen).toSendToast('Bud deleted successfully')
    const response = await user.delete(`/api/v1/buds/${second._id}`)
    expect(response).toMatchObject({ status: 200, body: { msg: 'Bud deleted successfully' } })
    expect(await budRowsOf(user.user)).toEqual([])
  })

  test("the form and the API report another user's bud as not found", async () => {
    const user = await signedIn()
    const bud = await createBud(await createUser())
    const screen = await user.submit(`/dashboard/DeleteBud/${bud._id}`, {})
    expect(screen).toSendToast('Bud not found')
    expect(await user.delete(`/api/v1/buds/${bud._id}`)).toMatchObject({ status: 404 })
  })
})
