import { and, desc, ne, not } from 'drizzle-orm'
import type { User } from '~/accounts/account'
import { userColumns } from '~/accounts/sessions.server'
import { db } from '~/db/db.server'
import { listPage } from '~/db/lists.server'
import { byId } from '~/db/owned.server'
import { UserError } from '~/http/errors'
import { users } from '~drizzle/schema'
import { maxFound } from './admin'
import type { AdminSearch } from './admin-input.server'

const { hasId, assertFound } = byId('User', users)

const userPage = listPage({
  table: users,
  columns: userColumns,
  sorts: { newestFirst: [desc(users._id)] },
  maxFound,
})

/** The body of `GET /admin/users`. A search matches names and email addresses. */
export async function listUsers(query: AdminSearch) {
  const { rows, total, ...pages } = await userPage({ ...query, sort: 'newestFirst' })
  return { users: rows, totalUsers: total, ...pages }
}

/** Sets whether a user is a test account. Without a value, toggles it. Admins cannot be test accounts. */
export async function setTestAccount(id: string, isTestAccount?: boolean): Promise<User> {
  const [user] = await db
    .update(users)
    .set({ isTestAccount: isTestAccount ?? not(users.isTestAccount) })
    .where(and(hasId(id), ne(users.Role, 'admin')))
    .returning(userColumns)
  if (user) return user
  const [admin] = await db.select({ Role: users.Role }).from(users).where(hasId(id))
  assertFound(admin)
  throw new UserError(400, 'An admin cannot be a test account')
}
