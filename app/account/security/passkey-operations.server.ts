import { z } from 'zod'
import { ownPasswordInput } from '~/account/accounts/account-input.server'
import { day, id, instant, message, type Operations, written } from '~/base/http/operation.server'
import { passkeyInput, passkeyLoginInput } from './passkey-input.server'

const access = 'user'

const passkey = z
  .object({ _id: id, name: z.string(), lastUsedOn: day.nullable(), createdAt: instant })
  .meta({ id: 'Passkey' })

const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
})

/** Of `PublicKeyCredential.parseCreationOptionsFromJSON()`. */
const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  extensions: z.object({ credProps: z.literal(true) }),
  hints: z.array(z.string()),
})

/** Of `PublicKeyCredential.parseRequestOptionsFromJSON()`. */
const requestOptions = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
})

export const passkeyOperations = {
  'GET /passkeys': {
    operationId: 'listPasskeys',
    summary: 'List passkeys',
    access,
    response: z.object({ passkeys: z.array(passkey) }),
  },
  'POST /passkeys/options': {
    operationId: 'beginPasskey',
    summary: 'Begin to add a passkey',
    access,
    refusesDemo: true,
    body: ownPasswordInput,
    response: creationOptions,
    errors: [409],
  },
  'POST /passkeys': {
    operationId: 'addPasskey',
    summary: 'Add a passkey',
    access,
    refusesDemo: true,
    body: passkeyInput,
    status: 201,
    response: written({ passkey }),
    errors: [409],
  },
  'DELETE /passkeys/{id}': {
    operationId: 'removePasskey',
    summary: 'Remove a passkey',
    access,
    refusesDemo: true,
    body: ownPasswordInput,
    response: message,
  },
  'POST /auth/login/passkey/options': {
    operationId: 'beginPasskeyLogin',
    summary: 'Begin to sign in with a passkey',
    access: 'public',
    response: requestOptions,
    errors: [429],
  },
  'POST /auth/login/passkey': {
    operationId: 'loginWithPasskey',
    summary: 'Sign in with a passkey',
    access: 'public',
    body: passkeyLoginInput,
    response: message,
    errors: [401],
  },
} satisfies Operations
