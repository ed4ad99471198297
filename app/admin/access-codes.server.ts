import { randomInt } from 'node:crypto'
import { desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { db } from '~/db/db.server'
import { contains, listPage } from '~/db/lists.server'
import { pagesOf } from '~/forms/list-query'
import { accessCodes, addressText, users } from '~drizzle/schema'
import { type AccessCode, mostFound } from './admin'
import type { AdminSearch } from './admin-input.server'

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
  matches: (needle) =>
    or(contains(accessCodes.searchText, needle), inArray(accessCodes.usedBy, whoHas(needle))),
  mostFound,
})

/** The users whose address contains the search. */
function whoHas(needle: SQL) {
  return db.select({ _id: users._id }).from(users).where(contains(addressText, needle))
}

/** The body of `GET /admin/access-codes`: by code, or by the address of who used it. */
export async function listAccessCodes({ search, page, limit }: AdminSearch) {
  const { rows, total } = await codePage({ sort: 'newestFirst', search, page, limit })
  return { codes: rows, totalCodes: total, numOfPages: pagesOf(total, limit), currentPage: page }
}

/** A code that exists already is drawn anew. */
export async function createAccessCode(draw = drawCode): Promise<AccessCode> {
  const id = uuid()
  await db.insert(accessCodes).values({ _id: id, code: draw() }).onConflictDoNothing()
  const [made] = await db.select(codeColumns).from(accessCodes).where(eq(accessCodes._id, id))
  return made ?? createAccessCode(draw)
}

/** Digits and letters that nobody takes for another. */
const characters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

function drawCode() {
  return `BUD-${drawCharacters(4)}-${drawCharacters(4)}`
}

function drawCharacters(count: number) {
  return Array.from({ length: count }, () => characters[randomInt(characters.length)]).join('')
}
