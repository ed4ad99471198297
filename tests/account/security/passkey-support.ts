import { expect } from 'vitest'
import { createAuthenticator } from '../../support/authenticator'
import { createClient } from '../../support/client'
import { testEnv } from '../../support/env.mjs'
import { password, signedIn } from '../../support/factories'

export const options = '/api/v1/passkeys/options'
export const loginOptions = '/api/v1/auth/login/passkey/options'
export const login = '/api/v1/auth/login/passkey'
export const screen = '/dashboard/security'

type SignedIn = Awaited<ReturnType<typeof signedIn>>
type Device = ReturnType<typeof createAuthenticator>

type PasskeyOptions = { counts?: boolean; as?: SignedIn; name?: string }

/** A user with a passkey on a device, whose counter grows if `counts`. */
export async function withPasskey({ counts = true, as, name = 'Phone' }: PasskeyOptions = {}) {
  const client = as ?? (await signedIn())
  const device = createAuthenticator({ origin: testEnv().APP_URL, counts })
  const begun = await client.post(options, { password })
  expect(begun.status).toBe(200)
  const added = await client.post('/api/v1/passkeys', {
    name,
    credential: device.create(begun.body),
  })
  expect(added.status).toBe(201)
  return { user: client.user, client, device, passkey: added.body.passkey as { _id: string } }
}

/** Logs in by the API. */
export async function logInByPasskey(device: Device, client = createClient()) {
  const begun = (await client.post(loginOptions, {})).body
  return client.post(login, { credential: device.get(begun) })
}
