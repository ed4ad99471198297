import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { atOnce, countByStatus } from '../support/concurrency'
import { signedIn } from '../support/factories'

const url = '/api/v1/tokens'
const fields = { name: 'Script', scope: 'read', expiresAt: 'never' }

test('of 40 tokens at once, by form and API, an account gets 20', async () => {
  const user = await signedIn()
  const responses = await atOnce(40, (n) =>
    n % 2 ? user.submit('/dashboard/developers', fields) : user.post(url, fields),
  )
  expect(countByStatus(responses)).toEqual({ 201: 20, 409: 20 })
  const { tokens } = (await user.get(url)).body
  expect(tokens).toHaveLength(20)
  const msg = 'An account has at most 20 tokens. Revoke one first.'
  expect(await user.post(url, fields)).toMatchObject({ status: 409, body: { msg } })
  await user.delete(`${url}/${tokens[0]._id}`)
  expect((await user.post(url, fields)).status).toBe(201)
})

test('a form that is sent ten times makes one token', async () => {
  const user = await signedIn()
  const form = { ...fields, _id: uuid() }
  const responses = await atOnce(10, () => user.submit('/dashboard/developers', form))
  expect(countByStatus(responses)).toEqual({ 201: 1, 409: 9 })
  expect((await user.get(url)).body.tokens).toHaveLength(1)
})
