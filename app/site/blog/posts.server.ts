import { desc, like, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { assertSentAgain } from '~/base/db/created.server'
import { type Db, db } from '~/base/db/db.server'
import { listPage } from '~/base/db/lists.server'
import { byId } from '~/base/db/owned.server'
import {
  assertNotStale,
  type ExpectedVersion,
  isAlreadyStored,
  type Versioned,
} from '~/base/db/versions.server'
import { purgePages } from '~/base/http/page-cache.server'
import { nextVersion, posts } from '~drizzle/schema'
import { readingTimeOf } from './post'
import type { ListedPost, Post, PostInput, PostSearch } from './post-input.server'

const { hasId, assertFound } = byId('Blog post', posts)

export const cardColumns = {
  _id: posts._id,
  slug: posts.slug,
  title: posts.title,
  excerpt: posts.excerpt,
  author: posts.author,
  tags: posts.tags,
  featured: posts.featured,
  published: posts.published,
  featuredImage: posts.featuredImage,
  readTime: posts.readTime,
  createdAt: posts.createdAt,
  publishedAt: posts.publishedAt,
}

export const postColumns = { ...cardColumns, content: posts.content, metaDescription: posts.metaDescription }

const versionedColumns = { ...postColumns, version: posts.version }

/** Idempotent: a repeated id returns the post created first. Throws 409 if the content is another one. */
export async function createPost(input: PostInput, id = uuid()): Promise<Versioned<Post>> {
  const post = await db.transaction(async (tx) => {
    const slug = await uniqueSlug(tx, input.title)
    const [inserted] = await tx
      .insert(posts)
      .values({ ...input, ...derivedFrom(input), _id: id, slug })
      .onConflictDoNothing({ target: posts._id })
      .returning(versionedColumns)
    if (inserted) return inserted
    const stored = await findPost(id, tx)
    await assertSentAgain(tx, '', { post: stored }, editOf(stored, input))
    return stored
  })
  purgePages()
  return post
}

/** Finds a published post or a draft. */
export async function findPost(id: string, connection: Db = db): Promise<Versioned<Post>> {
  const [post] = await connection.select(versionedColumns).from(posts).where(hasId(id))
  return assertFound(post)
}

export async function updatePost(id: string, change: Partial<PostInput>, expectedVersion?: ExpectedVersion) {
  const post = await db.transaction(async (tx) => {
    const stored = await lockPost(tx, id)
    const edit = editOf(stored, change)
    if (isAlreadyStored(edit)) return stored
    assertNotStale({ post: stored }, expectedVersion, edit)
    const [updated] = await tx
      .update(posts)
      .set({ ...change, ...derivedFrom(change, stored), version: nextVersion })
      .where(hasId(id))
      .returning(versionedColumns)
    return assertFound(updated)
  })
  purgePages()
  return post
}

/** The message after a change of a post. A change of `published` alone is publishing or unpublishing. */
export function changeMessage(change: Partial<PostInput>) {
  const [field, ...others] = Object.keys(change)
  if (field !== 'published' || others.length > 0) return 'Blog post updated successfully'
  return change.published ? 'Post published successfully' : 'Post unpublished successfully'
}

export async function deletePost(id: string, expectedVersion?: ExpectedVersion) {
  await db.transaction(async (tx) => {
    assertNotStale({ post: await lockPost(tx, id) }, expectedVersion)
    await tx.delete(posts).where(hasId(id))
  })
  purgePages()
}

const postPage = listPage({ table: posts, columns: cardColumns, sorts: { newestFirst: [desc(posts._id)] } })

/** Every post, the newest first. */
export async function listAllPosts(query: PostSearch) {
  const { rows, total, ...pages } = await postPage({ ...query, sort: 'newestFirst', search: '' })
  return { posts: rows satisfies ListedPost[], totalPosts: total, ...pages }
}

/** The message of a conflict shows only the beginning of long content. */
function editOf(stored: Post, change: Partial<PostInput>) {
  const { content } = stored
  const readable = { content: content.length > 200 ? `${content.slice(0, 200)}...` : content }
  return { change, stored, readable }
}

async function lockPost(tx: Db, id: string): Promise<Versioned<Post>> {
  const [post] = await tx.select(versionedColumns).from(posts).where(hasId(id)).for('update')
  return assertFound(post)
}

function derivedFrom({ content, published }: Partial<PostInput>, stored?: Post) {
  return {
    ...(content !== undefined && { readTime: readingTimeOf(content) }),
    ...(published && !stored?.publishedAt && { publishedAt: sql`now()` }),
  }
}

const slugLockKey = 7_261_035

/** Slugs that would conflict with paths of the API. */
const reservedSlugs = ['admin', 'tags']

/**
 * The slug of the title, with the first free number appended when the slug is in use. The lock serialises the choice of
 * slugs, so that two posts cannot get the same slug.
 */
async function uniqueSlug(tx: Db, title: string) {
  await tx.execute(sql`select pg_advisory_xact_lock(${slugLockKey})`)
  const slug = slugOf(title)
  const similar = await tx
    .select({ slug: posts.slug })
    .from(posts)
    .where(like(posts.slug, `${slug}%`))
  const usedSlugs = new Set([...reservedSlugs, ...similar.map((post) => post.slug)])
  let name = slug
  for (let n = 2; usedSlugs.has(name); n++) name = `${slug}-${n}`
  return name
}

const slugLength = 80

/** Letters and digits of any script in lower case. Latin letters lose their accents. */
function slugOf(title: string) {
  const plain = title
    .normalize('NFKD')
    .replace(/(\p{Script=Latin})\p{Mn}+/gu, '$1')
    .replace(/['’]/g, '')
    .normalize('NFC')
    .toLowerCase()
  const words = plain.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? ['post']
  return [...words.join('-')].slice(0, slugLength).join('').replace(/-$/, '')
}
