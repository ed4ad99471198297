import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { db } from '~/base/db/db.server'
import { secondFactors } from '~drizzle/schema'
import { createClient } from '../../support/client'
import { password, signedIn } from '../../support/factories'
import { codeOf } from '../../support/totp'

/** A client whose user has a second factor. No code is spent, so that the tests need not wait for the next one. */
export async function withSecondFactor() {
  const client = await signedIn()
  const { secret } = (await client.post('/api/v1/auth/totp', { password })).body
  const confirmed = await client.post('/api/v1/auth/totp/confirm', { code: codeOf(secret) })
  expect(confirmed.status).toBe(200)
  await db.update(secondFactors).set({ lastStep: 0 }).where(eq(secondFactors.userId, client.user._id))
  return { ...client, secret, recoveryCodes: confirmed.body.recoveryCodes as string[] }
}

/** Logs in by the API. */
export const logIn = (Email: string, code?: string, client = createClient()) =>
  client.post('/api/v1/auth/login', { Email, Password: password, code })

/** A client that has given the password on the screen, and not the code. */
export async function halfSignedIn(Email: string) {
  const client = createClient()
  expect(await client.submit('/login', { Email, Password: password })).toHaveRedirect('/login/code')
  return client
}
