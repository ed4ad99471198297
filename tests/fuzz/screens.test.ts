import fc from 'fast-check'
import { afterAll, beforeAll, test } from 'vitest'
import { setAccessCodeRequired } from '~/account/accounts/registration.server'
import {
  expectValid,
  expectValidRows,
  oddBytes,
  oddFields,
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

const screens = [
  '/register',
  '/login',
  '/login/code',
  '/forgot-password',
  '/reset-password/token',
  '/confirm-email/token',
  '/verify-email/token',
  '/keep-email/token',
  '/unsubscribe/token',
  '/rsvp/token',
  '/rsvp/:invitation',
  '/update/token',
  '/update/:link',
  '/feeds/token',
  ...records.flatMap(({ add, edit, remove }) => [add, `${edit}/:own`, `${edit}/:other`, `${remove}/:other`]),
  '/dashboard/Today',
  '/dashboard/Together',
  '/dashboard/Import',
  '/dashboard/Import/:import',
  '/dashboard/history/:own',
  '/dashboard/EventGuests/:own',
  '/dashboard/EventGuests/:other',
  '/dashboard/review',
  '/dashboard/duplicates',
  '/dashboard/tags',
  '/dashboard/merge',
  '/dashboard/Bud/:own',
  '/dashboard/Bud/:other',
  '/dashboard/LogInteraction',
  '/dashboard/EditInteraction/:own',
  '/dashboard/EditInteraction/:other',
  '/dashboard/DeleteInteraction/:other',
  '/dashboard/profile',
  '/dashboard/reminders',
  '/dashboard/security',
  '/dashboard/delete-account',
  '/dashboard/developers',
  '/dashboard/Admin',
  '/dashboard/Admin?tab=users',
  '/dashboard/blog',
  '/dashboard/blog/new',
  '/dashboard/blog/edit/:post',
] as const

test.each(screens)('%s accepts or refuses any form', { timeout }, async (pattern) => {
  const { client, path, expectOtherUnchanged } = await prepare(pattern)
  await fc.assert(
    fc.asyncProperty(oddFields, async (fields) => {
      expectValid(await client.submit(path, fields), false)
    }),
    options,
  )
  await expectValidRows(client.user._id)
  await expectOtherUnchanged()
})

/** All screens read their forms with the same function, so one screen of each kind is enough. */
test.each([
  '/register',
  '/dashboard/AddBud',
  '/dashboard/EditCircle/:own',
  '/dashboard/DeleteEvent/:other',
  '/dashboard/profile',
  '/dashboard/Admin',
  '/dashboard/blog/new',
])('%s accepts or refuses any bytes of any content type', { timeout }, async (pattern) => {
  const { client, path } = await prepare(pattern)
  await fc.assert(
    fc.asyncProperty(oddType, oddBytes, async (type, bytes) => {
      const headers = { 'Content-Type': type }
      expectValid(await client.send('POST', path, { headers, body: bytes as BodyInit }), false)
    }),
    options,
  )
})
