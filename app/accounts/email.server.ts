import { eq, sql } from 'drizzle-orm'
import { users } from '~drizzle/schema'

/** Email addresses compare without case (product 2.2). */
export const isSameEmail = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

export const hasEmail = (email: string) => eq(sql`lower(${users.Email})`, email.toLowerCase())
