import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

export type CreationOptions = PublicKeyCredentialCreationOptionsJSON

/** Makes a passkey on a device of the user. Returns what the server verifies, as JSON. */
export async function makePasskey(optionsJSON: CreationOptions) {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return JSON.stringify(await startRegistration({ optionsJSON }))
}

/** Asks the user for a passkey of this site. Returns what the server verifies, as JSON. */
export async function askForPasskey() {
  const [{ startAuthentication }, optionsJSON] = await Promise.all([
    import('@simplewebauthn/browser'),
    fetchOptions(),
  ])
  return JSON.stringify(await startAuthentication({ optionsJSON }))
}

async function fetchOptions(): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const response = await fetch('/api/v1/auth/login/passkey/options', { method: 'POST' })
  const body = await response.json()
  if (!response.ok) throw new Refusal(body.msg)
  return body
}

/** A message of the server. */
class Refusal extends Error {}

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
