import { eq, sql } from 'drizzle-orm'
import { UserError } from '~/http/errors'
import { users } from '~drizzle/schema'

/** Email addresses are case-insensitive (product 2.2). */
export const hasEmail = (email: string) => eq(sql`lower(${users.Email})`, email.toLowerCase())

export function emailTaken() {
  const msg = 'An account with this email already exists'
  return new UserError(409, msg, { errors: { Email: [msg] } })
}
