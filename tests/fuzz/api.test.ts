import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setAccessCodeRequired } from '~/account/accounts/registration.server'
import {
  expectValid,
  expectValidRows,
  oddBytes,
  oddObject,
  oddType,
  options,
  prepare,
  timeout,
} from '../support/fuzz'
import { removePosts } from '../support/posts'
import { records } from '../support/records'

/** Other tests store posts that are not valid input. */
beforeAll(removePosts)

/** Allows registration without codes in the following tests. */
afterAll(() => setAccessCodeRequired(false))

const api = [
  ['POST', '/api/v1/auth/register'],
  ['POST', '/api/v1/auth/login'],
  ['POST', '/api/v1/auth/demo'],
  ['POST', '/api/v1/auth/forgot-password'],
  ['POST', '/api/v1/auth/reset-password/token'],
  ['PATCH', '/api/v1/users/update-user'],
  ['PATCH', '/api/v1/users/settings'],
  ['POST', '/api/v1/users/verify-email'],
  ['POST', '/api/v1/users/delete'],
  ['POST', '/api/v1/tokens'],
  ['POST', '/api/v1/auth/change-password'],
  ['POST', '/api/v1/auth/totp'],
  ['DELETE', '/api/v1/auth/totp'],
  ['POST', '/api/v1/auth/totp/confirm'],
  ['POST', '/api/v1/auth/recovery-codes'],
  ['DELETE', '/api/v1/sessions'],
  ['DELETE', '/api/v1/programs'],
  ['POST', '/api/v1/passkeys'],
  ['POST', '/api/v1/passkeys/options'],
  ['DELETE', '/api/v1/passkeys/:other'],
  ['POST', '/api/v1/auth/login/passkey'],
  ...records.flatMap(({ api }) => [
    ['POST', api] as const,
    ['PATCH', `${api}/:own`] as const,
    ['PATCH', `${api}/:other`] as const,
    ['DELETE', `${api}/:other`] as const,
  ]),
  ['POST', '/api/v1/buds/:own/log'],
  ['POST', '/api/v1/buds/:other/log'],
  ['POST', '/api/v1/buds/:own/snooze'],
  ['POST', '/api/v1/buds/:other/snooze'],
  ['POST', '/api/v1/buds/:own/merge'],
  ['POST', '/api/v1/buds/:other/merge'],
  ['POST', '/api/v1/events/:own/guests'],
  ['POST', '/api/v1/events/:other/guests'],
  ['DELETE', '/api/v1/events/:own/guests'],
  ['DELETE', '/api/v1/events/:other/guests'],
  ['POST', '/api/v1/buds/:own/update-link'],
  ['POST', '/api/v1/buds/:other/update-link'],
  ['POST', '/api/v1/proposals/:proposal/accept'],
  ['POST', '/api/v1/proposals/:proposal/reject'],
  ['POST', '/api/v1/proposals/:other/accept'],
  ['POST', '/api/v1/proposals/:other/reject'],
  ['POST', '/api/v1/feeds'],
  ['DELETE', '/api/v1/feeds/:other'],
  ['POST', '/api/v1/webhooks'],
  ['DELETE', '/api/v1/webhooks/:other'],
  ['POST', '/api/v1/webhooks/:webhook/test'],
  ['POST', '/api/v1/duplicates/dismiss'],
  ['POST', '/api/v1/interactions'],
  ['PATCH', '/api/v1/interactions/:own'],
  ['PATCH', '/api/v1/interactions/:other'],
  ['DELETE', '/api/v1/interactions/:other'],
  ['POST', '/api/v1/imports'],
  ['PATCH', '/api/v1/imports/:import'],
  ['PATCH', '/api/v1/imports/:import/rows/1'],
  ['POST', '/api/v1/imports/:import/apply'],
  ['POST', '/api/v1/blog/admin'],
  ['PATCH', '/api/v1/blog/admin/:post'],
  ['PATCH', '/api/v1/admin/settings'],
  ['PATCH', '/api/v1/admin/users/:user/toggle-test'],
] as const

test.each(api)('%s %s accepts or refuses any JSON object', { timeout }, async (method, pattern) => {
  const { client, path, expectOtherUnchanged } = await prepare(pattern)
  await fc.assert(
    fc.asyncProperty(oddObject, async (object) => {
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
})

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
