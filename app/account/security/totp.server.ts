import { Secret, TOTP } from 'otpauth'

/** What every authenticator app supports (RFC 6238). */
const settings = { issuer: 'Budkeeper', algorithm: 'SHA1', digits: 6, period: 30 }

/** 160 bits, as RFC 4226 recommends, in base32. */
export const newSecret = () => new Secret({ size: 20 }).base32

const totpOf = (secret: string, label = '') =>
  new TOTP({ ...settings, label, secret: Secret.fromBase32(secret) })

/** The URI that authenticator apps read from a QR code. */
export const uriOf = (secret: string, email: string) => totpOf(secret, email).toString()

/** The 30-second step whose code this is, up to one before or after the current one, or null. */
export function stepOf(secret: string, code: string, time = Date.now()) {
  const delta = totpOf(secret).validate({ token: code, timestamp: time, window: 1 })
  return delta === null ? null : Math.floor(time / 1000 / settings.period) + delta
}
