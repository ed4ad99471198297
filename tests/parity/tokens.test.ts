import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { apiTokens } from '~drizzle/schema'
import { visibleText } from '../support/client'
import { signedIn } from '../support/factories'

const valid = { name: ' Backup\r\nscript ', scope: 'read', expiresAt: '2099-01-31' }

test.each([
  valid,
  { ...valid, scope: 'write', expiresAt: 'never' },
  { ...valid, expiresAt: '2099-01-31T10:00:00+01:00' },
  { ...valid, name: ' ' },
  { ...valid, name: 'x'.repeat(101) },
  { ...valid, scope: 'admin' },
  { ...valid, expiresAt: '2020-01-01' },
  { ...valid, expiresAt: 'soon' },
])('the form and the API store the same token, or refuse it alike: %j', async (fields) => {
  const [one, two] = [await signedIn(), await signedIn()]
  const rowsOf = async ({ user }: typeof one) => {
    const rows = await db.select().from(apiTokens).where(eq(apiTokens.userId, user._id))
    return rows.map(({ name, scope, expiresAt }) => ({ name, scope, expiresAt }))
  }
  const screen = await one.submit('/dashboard/developers', fields)
  const response = await two.post('/api/v1/tokens', fields)
  expect(screen.status).toBe(response.status)
  expect(visibleText(screen)).toContain(response.body.msg)
  expect(await rowsOf(one)).toEqual(await rowsOf(two))
})
