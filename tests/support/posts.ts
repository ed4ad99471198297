import { eq, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { db } from '~/base/db/db.server'
import { purgePages } from '~/base/http/page-cache.server'
import type { Post } from '~/site/blog/post-input.server'
import { findPost } from '~/site/blog/posts.server'
import { posts } from '~drizzle/schema'
import { createClient } from './client'
import { createPost, withoutVersion } from './factories'

let counter = 0
const minute = 60_000

/** Stores a post, published by default. Each post is newer than the previous one. */
export async function storePost(fields: Partial<Post> = {}): Promise<Post> {
  counter += 1
  const day = new Date(Date.UTC(2026, 0, 1) + counter * minute)
  const { slug, readTime, publishedAt = day, ...written } = fields
  const _id = uuid({ msecs: day.getTime() })
  await createPost({ _id, title: `Post ${counter}`, published: true, ...written })
  await db.update(posts).set({ slug, readTime, publishedAt }).where(eq(posts._id, _id))
  purgePages()
  return withoutVersion(await findPost(_id))
}

/** Stores posts, the oldest first. */
export async function storePosts(all: Partial<Post>[]) {
  const stored = []
  for (const fields of all) stored.push(await storePost(fields))
  return stored
}

/** Truncates: in one `delete`, the trigger takes longer with each row. */
export async function removePosts() {
  await db.execute(sql`truncate posts, post_tags`)
  purgePages()
}

/** Reads a public page without a session. */
export function readPage(path: string, headers?: Record<string, string>) {
  return createClient().send('GET', path, { headers: { Accept: 'text/html', ...headers } })
}
