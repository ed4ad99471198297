import { Secret, TOTP } from 'otpauth'

/** The code of an authenticator app, now or some steps of 30 seconds later. */
export function codeOf(secret: string, steps = 0) {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
}
