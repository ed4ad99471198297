import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setAccessCodeRequired } from '~/account/accounts/registration.server'
import { operations } from '~/api/openapi/operations.server'
import {
  expectValid,
  expectValidRows,
  oddBodyOf,
  oddBytes,
  oddType,
  options,
  pathsOf,
  prepare,
  timeout,
} from '../support/fuzz'
import { removePosts } from '../support/posts'

/** Other tests store posts that are not valid input. */
beforeAll(removePosts)

/** Allows registration without codes in the following tests. */
afterAll(() => setAccessCodeRequired(false))

/** They have tests of their own, or a response without `msg`. */
const excluded = /^POST (\/mcp|\/subscriptions\/.*|\/admin\/access-codes|\/auth\/login\/passkey\/options)$/

const writes = operations
  .filter(({ call, method }) => method !== 'GET' && !excluded.test(call))
  .flatMap((operation) => pathsOf(operation).map((path) => [operation.method, path, operation] as const))

test.each(writes)(
  '%s %s accepts or refuses any JSON object',
  { timeout },
  async (method, pattern, operation) => {
    const { client, path, expectOtherUnchanged } = await prepare(pattern)
    await fc.assert(
      fc.asyncProperty(oddBodyOf(operation), async (object) => {
        const response = await client.send(method, path, {
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(object),
        })
        expectValid(response, true)
      }),
      options,
    )
    await expectValidRows(client.user._id)
    await expectOtherUnchanged()
  },
)

/** All calls read their bodies with the same function, so one call of each kind is enough. */
test.each([
  ['POST', '/api/v1/auth/register'],
  ['PATCH', '/api/v1/users/update-user'],
  ['POST', '/api/v1/buds'],
  ['PATCH', '/api/v1/circles/:own'],
  ['DELETE', '/api/v1/events/:other'],
  ['POST', '/api/v1/blog/admin'],
  ['PATCH', '/api/v1/admin/settings'],
])('%s %s accepts or refuses any bytes of any content type', { timeout }, async (method, pattern) => {
  const { client, path, expectOtherUnchanged } = await prepare(pattern)
  await fc.assert(
    fc.asyncProperty(oddType, oddBytes, async (type, bytes) => {
      const headers = { 'Content-Type': type }
      expectValid(await client.send(method, path, { headers, body: bytes as BodyInit }), true)
    }),
    options,
  )
  await expectValidRows(client.user._id)
  await expectOtherUnchanged()
})

test.each([
  ['POST', '/api/v1/buds', 'application/json'],
  ['PATCH', '/api/v1/users/update-user', 'multipart/form-data; boundary=x'],
  ['PATCH', '/api/v1/events/1', 'application/json'],
  ['POST', '/dashboard/AddBud', 'application/x-www-form-urlencoded'],
  ['POST', '/dashboard/AddCircle', 'multipart/form-data; boundary=x'],
  ['POST', '/dashboard/EditEvent/1', 'application/x-www-form-urlencoded'],
  ['POST', '/register', 'application/x-www-form-urlencoded'],
])('%s %s responds 413 to 10 MB of %s', async (method, path, type) => {
  const { client } = await prepare()
  const body = `{"Firstname":"${'x'.repeat(10_000_000)}"}`
  const response = await client.send(method, path, { headers: { 'Content-Type': type }, body })
  expect(response.status).toBe(413)
})
