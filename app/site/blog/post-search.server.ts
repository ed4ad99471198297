import { and, arrayOverlaps, desc, eq, gt, ne, type SQL, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import { db } from '~/base/db/db.server'
import { computedOnce } from '~/base/db/fragments.server'
import { pagesOf, rangeOf } from '~/base/db/pages'
import { text } from '~/base/forms/rules'
import { UserError } from '~/base/node/errors'
import { posts, postTags } from '~drizzle/schema'
import { allTags } from './blog-paths'
import type { BlogSearch, ListedPost, Post } from './post-input.server'
import { cardColumns, postColumns } from './posts.server'

/** The maximum number of search results, the newest first: 100 pages. */
const maxResults = 900

type Shape = { isTagged: boolean; isSearched: boolean }
type PageRows = (ListedPost & { total: number })[]

const statements = new Map<string, ReturnType<typeof prepare>>()

/** The body of `GET /blog`: published posts, the newest first (product 9.1). */
export async function listPosts({ page, limit, tag, search }: BlogSearch) {
  const shape = { isTagged: tag !== allTags, isSearched: search !== '' }
  const name = ['posts', shape.isTagged && 'tagged', shape.isSearched && 'searched'].filter(Boolean).join('_')
  const statement = statements.get(name) ?? prepare(shape, name)
  statements.set(name, statement)
  const rows = (await statement.execute({ tag, search, ...rangeOf({ page, limit }) })) as PageRows
  const totalPosts = rows[0]?.total ?? 0
  return {
    // A page past the end is one row with the total and no post.
    posts: rows.flatMap(({ total: _, ...post }) => (post._id ? [post] : [])),
    totalPosts,
    ...pagesOf(totalPosts, { page, limit }),
  }
}

const tagParameter = sql`${sql.placeholder('tag')}::text`
const needle = sql`(select search_fold(${sql.placeholder('search')}::text))`
const start = sql`${sql.placeholder('offset')}::bigint`
const limit = sql`${sql.placeholder('limit')}::int`
/** Raw SQL, to match the expressions of the indexes. */
const isPublished = sql`published`
const newestFirst = sql`published_at desc nulls last, id`

/** Finds the total and the keys of the page, then joins each post by its key. */
function prepare(shape: Shape, name: string) {
  const row = db.select(cardColumns).from(posts).where(sql`${posts._id} = key.id`).limit(1).as('row')
  return db
    .select({ total: sql<number>`key.total`, ...row._.selectedFields })
    .from(shape.isSearched ? keysOfResults(shape) : keysOfPage(shape))
    .leftJoinLateral(row, sql`true`)
    .orderBy(sql`key.published_at desc nulls last, key.id`)
    .prepare(name)
}

const withTag = ({ isTagged }: Shape) => (isTagged ? sql`and tags @> array[${tagParameter}]` : sql``)

function keysOfPage(shape: Shape): SQL {
  const total = shape.isTagged
    ? sql`coalesce((select n from post_tags where tag = ${tagParameter}), 0)`
    : sql`(select count(*)::int from posts where published)`
  return sql`(
    select all_pages.total, page.* from (select ${total} as total) all_pages
    left join lateral (
      select id, published_at from posts where published ${withTag(shape)}
      order by ${newestFirst} offset ${start} limit ${limit}
    ) page on true
  ) key`
}

/**
 * When many of the newest posts contain the text, scans posts from the newest on, up to the limit. Otherwise uses the
 * search index: `computedOnce` keeps the planner from using another index.
 */
function keysOfResults(shape: Shape): SQL {
  const withPieces = computedOnce(
    sql`select * from posts where published and text_pieces(search_text) @> needle_pieces(${needle})`,
    'posts',
  )
  const contains = sql`strpos(search_text, ${needle}) > 0`
  return sql`(
    with sample as materialized (
      select count(*) filter (where ${contains}) * 5 > count(*) as is_broad
      from (select search_text from posts where published order by ${newestFirst} limit 30) newest
    ), hit as materialized (
      (select id, published_at from posts
        where published ${withTag(shape)} and ${contains} and (select is_broad from sample)
        order by ${newestFirst} limit ${sql.raw(String(maxResults))})
      union all
      (select id, published_at from ${withPieces}
        where ${contains} ${withTag(shape)} and not (select is_broad from sample)
        order by ${newestFirst} limit ${sql.raw(String(maxResults))})
    )
    select all_pages.total, page.* from (select count(*)::int as total from hit) all_pages
    left join lateral (select * from hit order by ${newestFirst} offset ${start} limit ${limit}) page on true
  ) key`
}

/** The tags of published posts, most used first. */
export async function listTags(): Promise<string[]> {
  const isUsed = gt(postTags.n, 0)
  const rows = await db.select().from(postTags).where(isUsed).orderBy(desc(postTags.n), postTags.tag)
  return rows.map(({ tag }) => tag)
}

/** The newest published post that is featured. */
export async function findFeatured(): Promise<ListedPost | undefined> {
  const isFeatured = sql`published and featured`
  const [post] = await db.select(cardColumns).from(posts).where(isFeatured).orderBy(newestFirst).limit(1)
  return post
}

/** The body of `GET /blog/{slug}`. */
export async function findPublished(slug: string) {
  const valid = text('slug', Number.POSITIVE_INFINITY).safeParse(slug.toLowerCase())
  const hasSlug = and(eq(posts.slug, valid.data ?? ''), isPublished)
  const [post] = await db.select(postColumns).from(posts).where(hasSlug)
  if (!post) throw new UserError(404, 'Blog post not found')
  return { post, relatedPosts: await relatedPostsOf(post) }
}

const relatedLimit = 3
/** How many of the newest posts with a tag in common are ranked. */
const relatedCandidates = 30

/** Other posts, sorted by the number of tags in common, then the newest first. */
async function relatedPostsOf({ _id, tags }: Post): Promise<ListedPost[]> {
  const isOther = and(isPublished, ne(posts._id, _id))
  const newest = db.select(cardColumns).from(posts).where(isOther).orderBy(newestFirst).limit(relatedLimit)
  if (tags.length === 0) return newest
  const withCommonTag = db
    .select(cardColumns)
    .from(posts)
    .where(and(isOther, arrayOverlaps(posts.tags, tags)))
    .orderBy(newestFirst)
    .limit(relatedCandidates)
  const commonTagCount = sql`cardinality(array(select unnest(tags) intersect select unnest(${sql.param(tags, posts.tags)}::text[])))`
  const candidates = union(withCommonTag, newest).as('found')
  return db.select().from(candidates).orderBy(sql`${commonTagCount} desc`, newestFirst).limit(relatedLimit)
}

/** Slugs for the sitemap, the newest first. */
export function publishedSlugs(limit: number) {
  const columns = { slug: posts.slug, publishedAt: posts.publishedAt }
  return db.select(columns).from(posts).where(isPublished).orderBy(newestFirst).limit(limit)
}
