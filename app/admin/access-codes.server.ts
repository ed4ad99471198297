import { randomInt } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { db } from '~/server/db.server'
import { keyId, type NewestRequest, newestPage } from '~/server/newest.server'
import { pagesOf } from '~/server/search'
import { accessCodes, users } from '~drizzle/schema'
import { type AccessCode, mostFound } from './admin'

const codeColumns = {
  _id: accessCodes._id,
  code: accessCodes.code,
  isUsed: accessCodes.isUsed,
  usedBy: sql<AccessCode['usedBy']>`
    case when ${users._id} is not null then json_build_object('_id', ${users._id}, 'Email', ${users.Email}) end
  `.as('usedBy'),
  createdAt: accessCodes.createdAt,
}

const selectCodes = () =>
  db.select(codeColumns).from(accessCodes).leftJoin(users, eq(users._id, accessCodes.usedBy))

const codesPage = newestPage<AccessCode>(
  'access_codes',
  selectCodes().where(eq(accessCodes._id, keyId)).limit(1).as('row'),
  mostFound,
)

/** The body of `GET /admin/access-codes`: by code, or by the address of who used it. */
export async function listAccessCodes(request: NewestRequest) {
  const { rows, total } = await codesPage(request)
  const numOfPages = pagesOf(total, request.limit)
  return { codes: rows, totalCodes: total, numOfPages, currentPage: request.page }
}

/** A code that exists already is drawn anew. */
export async function createAccessCode(draw = drawCode): Promise<AccessCode> {
  const id = uuid()
  await db.insert(accessCodes).values({ _id: id, code: draw() }).onConflictDoNothing()
  const [made] = await selectCodes().where(eq(accessCodes._id, id))
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
