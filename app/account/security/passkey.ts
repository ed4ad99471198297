/** Passkeys of an account (product 25.5). */
export const passkeyLimit = 20
export const passkeyNameLength = 100

/** Has the fragment for the same reason as `secondFactorPath`. */
export const passkeysPath = '/dashboard/security#passkeys'

/** A passkey as the API returns it. `lastUsedOn` is a day in the user's time zone. */
export type Passkey = { _id: string; name: string; lastUsedOn: string | null; createdAt: Date }
