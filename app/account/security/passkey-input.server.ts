import { z } from 'zod'
import { ownPasswordInput } from '~/account/accounts/account-input.server'
import { orEmpty, requiredLine } from '~/base/forms/rules'
import { passkeyNameLength } from './passkey'

export const passkeyMalformed = 'The passkey could not be read'

/** Longer than those of any device. */
const longest = 20_000

const base64url = z
  .string({ error: passkeyMalformed })
  .max(longest, passkeyMalformed)
  .regex(/^[\w-]+$/, passkeyMalformed)

/** A form sends the credential as JSON in one field. */
function parsed(value: unknown) {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

/** What `PublicKeyCredential.toJSON()` returns. Fields that nothing reads are dropped. */
const credentialOf = <Response extends z.ZodRawShape>(response: Response) =>
  z.preprocess(
    parsed,
    z.object(
      {
        id: base64url,
        rawId: base64url,
        type: z.literal('public-key', { error: passkeyMalformed }),
        clientExtensionResults: z.looseObject({}, { error: passkeyMalformed }).default({}),
        response: z.object({ clientDataJSON: base64url, ...response }, { error: passkeyMalformed }),
      },
      { error: passkeyMalformed },
    ),
  )

const attestation = credentialOf({
  attestationObject: base64url,
  transports: z
    .array(z.string({ error: passkeyMalformed }).regex(/^[\w-]{1,20}$/, passkeyMalformed), {
      error: passkeyMalformed,
    })
    .max(10, passkeyMalformed)
    .default([]),
})
export type Attestation = z.infer<typeof attestation>

const assertion = credentialOf({
  authenticatorData: base64url,
  signature: base64url,
  userHandle: base64url.nullish(),
})
export type Assertion = z.infer<typeof assertion>

const name = z.preprocess(orEmpty, requiredLine('Name', passkeyNameLength))

/** The body of `POST /passkeys`. */
export const passkeyInput = z.object({ name, credential: attestation })
export type PasskeyInput = z.infer<typeof passkeyInput>

/** The body of `POST /auth/login/passkey`. */
export const passkeyLoginInput = z.object({ credential: assertion })
export type PasskeyLoginInput = z.infer<typeof passkeyLoginInput>

/** The form that begins: the name is checked before the device makes a passkey. */
export const newPasskeyForm = ownPasswordInput.extend({ name })
