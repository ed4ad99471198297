import { and, asc, count, desc, eq } from 'drizzle-orm'
import { db } from '~/server/db.server'
import { buds } from '~drizzle/schema'
import type { BudSearch } from './bud-input.server'
import { budColumns } from './buds.server'

export async function listBuds(ownerId: string, { search, Budtype, sort, page, limit }: BudSearch) {
  const where = and(eq(buds.ownerId, ownerId), Budtype === 'all' ? undefined : eq(buds.Budtype, Budtype))
  const rows = await db
    .select(budColumns)
    .from(buds)
    .where(where)
    .orderBy(sort === 'oldestFirst' ? asc(buds._id) : desc(buds._id))
    .limit(limit)
    .offset((page - 1) * limit)
  const [total] = await db.select({ n: count() }).from(buds).where(where)
  const totalBuds = total?.n ?? 0
  return { buds: rows, totalBuds, numOfPages: Math.ceil(totalBuds / limit), currentPage: page }
}
