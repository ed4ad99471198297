import { randomInt } from 'node:crypto'
import { and, desc, eq, inArray, isNull, ne, not, or, type SQL, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { userColumns } from '~/account/accounts/sessions.server'
import type { User } from '~/account/users/user'
import { type Db, db } from '~/base/db/db.server'
import { contains, listPage } from '~/base/db/lists.server'
import { byId } from '~/base/db/owned.server'
import { UserError } from '~/base/node/errors'
import { accessCodes, emailSearchText, users } from '~drizzle/schema'
import { type AccessCode, maxFound } from './admin'
import type { AdminSearch } from './admin-input.server'

const { hasId, assertFound } = byId('User', users)

const isLive = isNull(users.endedAt)

const userPage = listPage({
  table: users,
  condition: isLive,
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
    .where(and(hasId(id), isLive, ne(users.Role, 'admin')))
    .returning(userColumns)
  if (user) return user
  const [admin] = await db
    .select({ Role: users.Role })
    .from(users)
    .where(and(hasId(id), isLive))
  assertFound(admin)
  throw new UserError(400, 'An admin cannot be a test account')
}

const codeColumns = {
  _id: accessCodes._id,
  code: accessCodes.code,
  isUsed: accessCodes.isUsed,
  usedBy: sql<AccessCode['usedBy']>`(
    select json_build_object('_id', id, 'Email', email) from users where users.id = access_codes.used_by
  )`.as('usedBy'),
  createdAt: accessCodes.createdAt,
}

const codePage = listPage({
  table: accessCodes,
  columns: codeColumns,
  sorts: { newestFirst: [desc(accessCodes._id)] },
  matches: (search) =>
    or(contains(accessCodes.searchText, search), inArray(accessCodes.usedBy, usersByEmail(search))),
  maxFound,
})

function usersByEmail(search: SQL) {
  return db.select({ _id: users._id }).from(users).where(contains(emailSearchText, search))
}

/** The body of `GET /admin/access-codes`. A search matches the code and the email address of its user. */
export async function listAccessCodes(query: AdminSearch) {
  const { rows, total, ...pages } = await codePage({ ...query, sort: 'newestFirst' })
  return { codes: rows, totalCodes: total, ...pages }
}

/** Creates a code. Tries again if the random code exists already. */
export async function createAccessCode(writer: Db = db, generate = randomCode): Promise<AccessCode> {
  const id = uuid()
  await writer.insert(accessCodes).values({ _id: id, code: generate() }).onConflictDoNothing()
  const [created] = await writer.select(codeColumns).from(accessCodes).where(eq(accessCodes._id, id))
  return created ?? createAccessCode(writer, generate)
}

/** Digits and letters, without those that look alike. */
const characters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

const randomCharacter = () => characters.charAt(randomInt(characters.length))

const randomCode = () => 'BUD-????-????'.replaceAll('?', randomCharacter)
