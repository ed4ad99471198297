import { desc, like, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { type Db, db } from '~/db/db.server'
import { listPage } from '~/db/lists.server'
import { identified } from '~/db/owned.server'
import {
  assertNotStale,
  type Edit,
  type ExpectedVersion,
  isStored,
  type Versioned,
} from '~/db/versions.server'
import { pagesOf } from '~/forms/list-query'
import { dropPages } from '~/http/page-cache.server'
import { posts } from '~drizzle/schema'
import { type Post, type PostCard, type PostInput, readTimeOf } from './post'
import type { PostSearch } from './post-input.server'

const { hasId, found } = identified('Blog post', posts)

/** What lists show of a post. */
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

/** Created once, however often the same id is sent. */
export async function createPost(input: PostInput, id = uuid()): Promise<Versioned<Post>> {
  const post = await db.transaction(async (tx) => {
    await takeTurn(tx)
    const slug = await freeSlug(tx, input.title)
    const [made] = await tx
      .insert(posts)
      .values({ ...input, ...following(input), _id: id, slug })
      .onConflictDoNothing({ target: posts._id })
      .returning(versionedColumns)
    return made ?? findPost(id, tx)
  })
  dropPages()
  return post
}

/** Drafts too: for those who write. */
export async function findPost(id: string, from: Db = db): Promise<Versioned<Post>> {
  const [post] = await from.select(versionedColumns).from(posts).where(hasId(id))
  return found(post)
}

export async function updatePost(
  id: string,
  change: Partial<PostInput>,
  expectedVersion?: ExpectedVersion,
): Promise<Versioned<Post>> {
  const post = await db.transaction(async (tx) => {
    const stored = await lockPost(tx, id)
    const edit = editOf(stored, change)
    if (isStored(edit)) return stored
    assertNotStale({ post: stored }, expectedVersion, edit)
    const [changed] = await tx
      .update(posts)
      .set({ ...change, ...following(change, stored), version: sql`${posts.version} + 1` })
      .where(hasId(id))
      .returning(versionedColumns)
    return found(changed)
  })
  dropPages()
  return post
}

export async function deletePost(id: string, expectedVersion?: ExpectedVersion) {
  await db.transaction(async (tx) => {
    assertNotStale({ post: await lockPost(tx, id) }, expectedVersion)
    await tx.delete(posts).where(hasId(id))
  })
  dropPages()
}

const postPage = listPage({ table: posts, columns: cardColumns, sorts: { newestFirst: [desc(posts._id)] } })

/** Every post, the newest first. */
export async function listAllPosts({ page, limit }: PostSearch) {
  const { rows, total } = await postPage({ sort: 'newestFirst', search: '', page, limit })
  return {
    posts: rows satisfies PostCard[],
    totalPosts: total,
    numOfPages: pagesOf(total, limit),
    currentPage: page,
  }
}

/** A conflict shows the beginning of a long content. */
function editOf(stored: Post, change: Partial<PostInput>): Edit {
  const { content } = stored
  const readable = { content: content.length > 200 ? `${content.slice(0, 200)}...` : content }
  return { change, stored, readable }
}

async function lockPost(tx: Db, id: string): Promise<Versioned<Post>> {
  const [post] = await tx.select(versionedColumns).from(posts).where(hasId(id)).for('update')
  return found(post)
}

/** What follows from what is written: how long it takes to read, and when it was first published. */
function following({ content, published }: Partial<PostInput>, stored?: Post) {
  return {
    ...(content !== undefined && { readTime: readTimeOf(content) }),
    ...(published && !stored?.publishedAt && { publishedAt: sql`now()` }),
  }
}

const slugLock = 7_261_035

/** Those who want a new slug take turns, so that no two find the same one free. */
async function takeTurn(tx: Db) {
  await tx.execute(sql`select pg_advisory_xact_lock(${slugLock})`)
}

/** Addresses of the API that would be taken for a post's. */
const reserved = ['admin', 'tags']

/** The title's own slug, or that with the first number which makes it new. */
async function freeSlug(tx: Db, title: string) {
  const slug = slugOf(title)
  const alike = await tx
    .select({ slug: posts.slug })
    .from(posts)
    .where(like(posts.slug, `${slug}%`))
  const taken = new Set([...reserved, ...alike.map((post) => post.slug)])
  let name = slug
  for (let n = 2; taken.has(name); n++) name = `${slug}-${n}`
  return name
}

const slugLength = 80

/** Letters and digits of any script, in lower case; Latin letters without their accents. */
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
