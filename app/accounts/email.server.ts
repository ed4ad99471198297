import { inArray, type SQLWrapper, sql } from 'drizzle-orm'
import { normalEmail, sentEmail } from '~/forms/email-address.server'
import { UserError } from '~/http/errors'
import { users } from '~drizzle/schema'

/** The key of an address: email addresses are case-insensitive, in any script (product 2.2). */
const keyOf = (email: SQLWrapper | string) => sql`search_fold(${email})`

/** The users of these addresses. Rows from before domains had other letters have the domain in ASCII. */
export const haveEmails = (emails: string[]) =>
  inArray(
    keyOf(users.Email),
    [...new Set(emails.flatMap((email) => [normalEmail(email), sentEmail(email)]))].map(keyOf),
  )

export const hasEmail = (email: string) => haveEmails([email])

export function emailTaken() {
  const msg = 'An account with this email already exists'
  return new UserError(409, msg, { errors: { Email: [msg] } })
}
