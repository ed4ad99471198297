export type FieldErrors = Record<string, string[]>

type Details = {
  errors?: FieldErrors | undefined
  headers?: Record<string, string>
  /** The stored version, if the caller expected another one. */
  version?: number | undefined
  /** Whether the id of a new record is that of a record with other content. */
  isThere?: boolean
}

/** An error with a status and a message for the caller. Screens show it as a toast or inline message, the API as JSON. */
export class UserError extends Error {
  constructor(
    readonly status: number,
    readonly msg: string,
    readonly details: Details = {},
  ) {
    super(msg)
  }
}

/** The header with which a protected resource refuses a request (RFC 6750, section 3). */
export const bearerChallenge = (error?: 'invalid_token' | 'insufficient_scope') => ({
  'WWW-Authenticate': error ? `Bearer error="${error}"` : 'Bearer',
})

/** Without a session, or for a user who was deleted meanwhile. */
export const notLoggedIn = () => new UserError(401, 'Please log in', { headers: bearerChallenge() })

/** For a token that is malformed, unknown, revoked or expired. */
export const invalidToken = () =>
  new UserError(401, 'Please log in', { headers: bearerChallenge('invalid_token') })

/** The message of all other errors. It never reveals the cause. */
export const somethingWentWrong = 'Something went wrong'
