import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { closeDatabase, db, isEmbedded, migrateDatabase } from '~/base/db/db.server'
import { env } from '~/base/node/env.server'
import { markDone } from '~drizzle/first-start'
import { users } from '~drizzle/schema'
import { ensureAdmin } from './registration.server'

/** The admin that the first start with an empty embedded database creates. */
export const defaultAdmin = 'admin@budkeeper.example'

export const randomPassword = () => randomBytes(12).toString('base64url')

export const describeAdmin = (email: string, password: string) =>
  `Admin: ${email} with the password ${password} (shown this once; npm run admin-password sets a new one)`

/**
 * Gives an admin a random password, and ends their sessions. Resolves to a text with the password. An embedded database
 * without an admin gets one.
 */
export async function setAdminPassword(address?: string) {
  try {
    if (isEmbedded) await migrateDatabase()
    const email = await chooseAdmin(address)
    if (isSame(email, env.ADMIN_EMAIL))
      throw new Error(`Each start gives ${email} the password ADMIN_PASSWORD. Change that, and start again.`)
    const password = randomPassword()
    await ensureAdmin(email, password)
    if (isSame(email, defaultAdmin)) await markDone('admin')
    return describeAdmin(email, password)
  } finally {
    await closeDatabase()
  }
}

async function chooseAdmin(address?: string) {
  const rows = await db.select({ Email: users.Email }).from(users).where(eq(users.Role, 'admin'))
  const admins = rows.map(({ Email }) => Email).sort()
  if (!address && admins.length === 0 && isEmbedded) return defaultAdmin
  if (admins.length === 0)
    throw new Error('There is no admin. Set ADMIN_EMAIL and ADMIN_PASSWORD, and start.')
  const found = address ? admins.filter((email) => isSame(email, address)) : admins
  const [email, other] = found
  if (email && !other) return email
  const problem = address ? `${address} is no admin.` : 'Which admin? Use npm run admin-password -- ADDRESS.'
  throw new Error(`${problem} The admins are ${admins.join(', ')}.`)
}

const isSame = (a: string, b = '') => a.toLowerCase() === b.toLowerCase()
