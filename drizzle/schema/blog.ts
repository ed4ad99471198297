import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytewise, createdAt, instant, searchable, textArray, textOrEmpty } from './columns'
import { version } from './versions'

/** Blog posts. They have no owner. */
export const posts = pgTable(
  'posts',
  {
    _id: uuid('id').primaryKey(),
    slug: text('slug').notNull().unique(),
    title: textOrEmpty('title'),
    excerpt: textOrEmpty('excerpt'),
    content: textOrEmpty('content'),
    author: textOrEmpty('author'),
    tags: textArray('tags'),
    featured: boolean('featured').notNull().default(false),
    published: boolean('published').notNull().default(false),
    metaDescription: textOrEmpty('meta_description'),
    featuredImage: textOrEmpty('featured_image'),
    readTime: integer('read_time').notNull().default(1),
    version: version(),
    createdAt: createdAt(),
    publishedAt: instant('published_at'),
    searchText: searchable('title', 'excerpt', 'html_text(content)'),
  },
  (table) => [
    index('posts_newest').on(table.publishedAt.desc(), table._id).where(sql.raw('published')),
    index('posts_featured').on(table.publishedAt.desc(), table._id).where(sql.raw('published and featured')),
    index('posts_by_tag').using('gin', table.tags).where(sql.raw('published')),
    index('posts_search')
      .using('gin', sql`text_pieces(search_text)`)
      .with({ fastupdate: false })
      .where(sql.raw('published')),
    check('posts_published', sql.raw('not published or published_at is not null')),
  ],
)

/** Number of published posts with a tag. A trigger on `posts` updates it. */
export const postTags = pgTable('post_tags', { tag: bytewise('tag').primaryKey(), n: integer('n').notNull() })
