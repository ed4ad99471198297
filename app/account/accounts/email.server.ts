import { and, eq, gt, inArray, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '~/base/db/db.server'
import { normalEmail, sentEmail } from '~/base/node/email-address.server'
import { UserError } from '~/base/node/errors'
import { links, users } from '~drizzle/schema'

/** The key of an address: email addresses are case-insensitive, in any script (product 2.2). */
const keyOf = (email: SQLWrapper | string) => sql`search_fold(${email})`

/** Whether a column has one of the addresses. Rows from before domains had other letters have the domain in ASCII. */
const isOneOf = (column: SQLWrapper, emails: string[]) =>
  inArray(
    keyOf(column),
    [...new Set(emails.flatMap((email) => [normalEmail(email), sentEmail(email)]))].map(keyOf),
  )

/** The users of these addresses. */
export const haveEmails = (emails: string[]) => isOneOf(users.Email, emails)

export const hasEmail = (email: string) => haveEmails([email])

/** Whether an account has the address, or had it and can take it back by a link in its mailbox. */
export async function isEmailTaken(reader: Db, email: string) {
  const isReserved = and(
    eq(links.kind, 'keep-email'),
    gt(links.expiresAt, sql`now()`),
    isOneOf(links.about, [email]),
  )
  return (await reader.$count(users, hasEmail(email))) > 0 || (await reader.$count(links, isReserved)) > 0
}

export function emailTaken() {
  const msg = 'An account with this email already exists'
  return new UserError(409, msg, { errors: { Email: [msg] } })
}
