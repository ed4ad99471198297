import { v7 as uuid } from 'uuid'
import { db } from '~/base/db/db.server'
import { type DemoPost, readDemoPosts } from '~drizzle/demo/posts'
import { posts } from '~drizzle/schema'
import { readingTimeOf } from './post'

/** Inserts the demo posts, with dates in the past nine months. */
export async function seedPosts(now = new Date()) {
  await db
    .insert(posts)
    .values(readDemoPosts().map((post) => rowOf(post, now)))
    .onConflictDoNothing()
}

/** A demo post is created `days` days before `now` at 08:30 UTC, and published at that time unless it is a draft. */
function rowOf({ days, ...post }: DemoPost, now: Date) {
  const createdAt = new Date(now)
  createdAt.setUTCDate(createdAt.getUTCDate() - days)
  createdAt.setUTCHours(8, 30, 0, 0)
  return {
    ...post,
    _id: uuid({ msecs: createdAt.getTime() }),
    publishedAt: post.published ? createdAt : null,
    readTime: readingTimeOf(post.content),
  }
}
