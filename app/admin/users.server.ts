import { and, desc, ne, not } from 'drizzle-orm'
import type { User } from '~/accounts/account'
import { userColumns } from '~/accounts/sessions.server'
import { db } from '~/db/db.server'
import { listPage } from '~/db/lists.server'
import { identified } from '~/db/owned.server'
import { pagesOf } from '~/forms/list-query'
import { UserError } from '~/http/errors'
import { users } from '~drizzle/schema'
import { mostFound } from './admin'
import type { AdminSearch } from './admin-input.server'

const { hasId, found } = identified('User', users)

const userPage = listPage({
  table: users,
  columns: userColumns,
  sorts: { newestFirst: [desc(users._id)] },
  mostFound,
})

/** The body of `GET /admin/users`: by name or address. */
export async function listUsers({ search, page, limit }: AdminSearch) {
  const { rows, total } = await userPage({ sort: 'newestFirst', search, page, limit })
  return { users: rows, totalUsers: total, numOfPages: pagesOf(total, limit), currentPage: page }
}

/** Makes an account a test account or not; without a wish the opposite of what it is. Admins are none. */
export async function setTestAccount(id: string, wished?: boolean): Promise<User> {
  const [user] = await db
    .update(users)
    .set({ isTestAccount: wished ?? not(users.isTestAccount) })
    .where(and(hasId(id), ne(users.Role, 'admin')))
    .returning(userColumns)
  return user ?? refuse(id)
}

async function refuse(id: string): Promise<never> {
  const [user] = await db.select({ Role: users.Role }).from(users).where(hasId(id))
  found(user)
  throw new UserError(400, 'An admin cannot be a test account')
}
