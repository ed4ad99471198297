import { v7 as uuid } from 'uuid'
import { db } from '~/server/db.server'
import { dropPages } from '~/server/page-cache.server'
import { posts } from '~drizzle/schema'

let counter = 0
const minute = 60_000

/** A post as it is stored, published unless `fields` say otherwise; the next is newer. */
export async function storePost(fields: Partial<typeof posts.$inferInsert> = {}) {
  counter += 1
  const publishedAt = new Date(Date.UTC(2026, 0, 1) + counter * minute)
  const _id = uuid({ msecs: publishedAt.getTime() })
  const [post] = await db
    .insert(posts)
    .values({
      _id,
      slug: `post-${_id}`,
      title: `Post ${counter}`,
      excerpt: 'What it is about.',
      content: '<p>Some words.</p>',
      author: 'Ada Lovelace',
      published: true,
      publishedAt,
      ...fields,
    })
    .returning()
  dropPages()
  return post as typeof posts.$inferSelect
}

/** As many posts as there are in `all`, the first the oldest. */
export async function storePosts(all: Parameters<typeof storePost>[0][]) {
  const stored = []
  for (const fields of all) stored.push(await storePost(fields))
  return stored
}

export async function removePosts() {
  await db.delete(posts)
  dropPages()
}
