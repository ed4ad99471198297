import { notLoggedIn, type UserError } from '~/base/node/errors'

const foreignKeyViolation = '23503'

type DatabaseError = Error & { code?: string; constraint?: string; constraint_name?: string }

/**
 * Maps the foreign-key error of a write for a deleted user to 401, which a later request would get. Undefined for any other
 * error.
 */
export function asDeletedUser(error: unknown): UserError | undefined {
  if (!(error instanceof Error)) return undefined
  // The drivers of PGlite and of PostgreSQL have different names for it.
  const { code, constraint, constraint_name = constraint } = error as DatabaseError
  const isUser = code === foreignKeyViolation && constraint_name?.endsWith('_users_id_fk')
  return isUser ? notLoggedIn() : asDeletedUser(error.cause)
}
