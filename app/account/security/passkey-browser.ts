import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'

export type CreationOptions = PublicKeyCredentialCreationOptionsJSON

/**
 * Makes a passkey on a device of the user. Returns what the server verifies, as JSON. The browser's own functions for JSON
 * are too new.
 */
export async function makePasskey({ challenge, user, excludeCredentials, ...options }: CreationOptions) {
  const publicKey = {
    ...(options as object as PublicKeyCredentialCreationOptions),
    challenge: toBytes(challenge),
    user: { ...user, id: toBytes(user.id) },
    excludeCredentials: (excludeCredentials ?? []).map(
      (other) => ({ ...other, id: toBytes(other.id) }) as PublicKeyCredentialDescriptor,
    ),
  }
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
  const response = made.response as AuthenticatorAttestationResponse
  return toJson(made, {
    clientDataJSON: toText(response.clientDataJSON),
    attestationObject: toText(response.attestationObject),
    transports: response.getTransports?.(),
  })
}

/** Asks the user for a passkey of this site. Returns what the server verifies, as JSON. */
export async function askForPasskey() {
  const { challenge, ...options } = await fetchOptions()
  const publicKey = {
    ...(options as object as PublicKeyCredentialRequestOptions),
    challenge: toBytes(challenge),
  }
  const chosen = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential
  const response = chosen.response as AuthenticatorAssertionResponse
  return toJson(chosen, {
    clientDataJSON: toText(response.clientDataJSON),
    authenticatorData: toText(response.authenticatorData),
    signature: toText(response.signature),
    userHandle: response.userHandle && toText(response.userHandle),
  })
}

async function fetchOptions(): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const response = await fetch('/api/v1/auth/login/passkey/options', { method: 'POST' })
  const body = await response.json()
  if (!response.ok) throw new Refusal(body.msg)
  return body
}

/** A message of the server. */
class Refusal extends Error {}

const toJson = ({ id, rawId, type }: PublicKeyCredential, response: object) =>
  JSON.stringify({ id, rawId: toText(rawId), type, response })

/** From base64url. */
function toBytes(text: string) {
  const base64 = text.replaceAll('-', '+').replaceAll('_', '/')
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}

/** To base64url. */
function toText(bytes: ArrayBuffer) {
  const base64 = btoa(String.fromCharCode(...new Uint8Array(bytes)))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** What the names of the errors of WebAuthn mean for a user. */
const reasons: Record<string, string> = {
  InvalidStateError: 'This device has a passkey for your account already.',
  NotAllowedError: 'No passkey was chosen. Try again when you are ready.',
  AbortError: 'No passkey was chosen. Try again when you are ready.',
  SecurityError: 'Passkeys do not work at this address of the site.',
  ConstraintError: 'This device cannot keep a passkey. Set up a screen lock or a PIN, or use another device.',
  NotSupportedError: 'This device cannot keep a passkey. Please use another one.',
}

export function reasonOf(error: unknown) {
  if (error instanceof Refusal) return error.message
  const name = error instanceof Error ? error.name : ''
  return reasons[name] ?? 'The passkey did not work. Please try again.'
}
