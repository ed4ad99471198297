import { v7 as uuid } from 'uuid'
import { db } from '~/db/db.server'
import { type DemoPost, demoPosts } from '~drizzle/demo/posts'
import { posts } from '~drizzle/schema'
import { readTimeOf } from './post'

/** Inserts the demo posts, dated over the last months. */
export async function seedPosts(now = new Date()) {
  await db
    .insert(posts)
    .values(demoPosts.map((post) => rowOf(post, now)))
    .onConflictDoNothing()
}

/** A demo post is created on the morning of its day, and published then unless it is a draft. */
function rowOf({ days, ...post }: DemoPost, now: Date) {
  const written = new Date(now)
  written.setUTCDate(written.getUTCDate() - days)
  written.setUTCHours(8, 30, 0, 0)
  return {
    ...post,
    _id: uuid({ msecs: written.getTime() }),
    publishedAt: post.published ? written : null,
    readTime: readTimeOf(post.content),
  }
}
