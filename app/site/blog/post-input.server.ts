import { z } from 'zod'
import { nameLength } from '~/base/forms/lengths'
import { listQuery, searchFilter } from '~/base/forms/list-query'
import { readList } from '~/base/forms/read-list'
import { flag, line, pictureUrl, recordSchemas, requiredLine, requiredText, text } from '~/base/forms/rules'
import { allTags } from './blog-paths'
import {
  contentLength,
  contentWouldChange,
  excerptLength,
  metaDescriptionLength,
  tagLength,
  tagLimit,
  titleLength,
} from './post'
import { sanitise } from './sanitiser.server'

/** The maximum number of changes that an error lists. */
const changeLimit = 20

/** A comma-separated text, or a list. Empty and repeated tags are removed. */
const tags = z
  .preprocess(splitTags, z.array(line('A tag', tagLength), { error: 'Tags must be a list' }))
  .transform((list) => [...new Set(list)].filter(Boolean))
  .refine((list) => !list.includes(allTags), `A tag cannot be '${allTags}'`)
  .refine((list) => list.length <= tagLimit, `Maximum limit of ${tagLimit} tags reached`)
  .meta({ maxItems: tagLimit })

function splitTags(value: unknown) {
  const list = typeof value === 'string' && !value.trimStart().startsWith('[') ? [value] : readList(value)
  if (!Array.isArray(list)) return list
  return list.flatMap((tag) => (typeof tag === 'string' ? tag.split(',') : [tag]))
}

const contentRule = requiredText('Content', contentLength)

/** The writable fields of a post. A field without a default is required. */
const { input, change } = recordSchemas({
  title: requiredLine('Title', titleLength),
  excerpt: requiredText('Excerpt', excerptLength),
  content: contentRule,
  author: requiredLine('Author', nameLength),
  tags: tags.default([]),
  featured: flag('Featured').default(false),
  published: flag('Published').default(false),
  metaDescription: line('Meta description', metaDescriptionLength).default(''),
  featuredImage: pictureUrl('Featured image').default(''),
  sanitize: flag('sanitize').default(false),
})

/** Content that the sanitiser would change is rejected unless `sanitize` is true. */
export const postInput = input.transform(({ sanitize, content, ...post }, context) => {
  return { ...post, content: sanitisedContent(content, sanitize, context) }
})

export const postChange = change.transform(({ sanitize, content, ...post }, context): Partial<PostInput> => {
  return content === undefined ? post : { ...post, content: sanitisedContent(content, sanitize, context) }
})

export type PostInput = z.infer<typeof postInput>

export type Post = PostInput & {
  _id: string
  /** Derived from the first title. A later title does not change it. */
  slug: string
  /** Reading time in minutes. */
  readTime: number
  createdAt: Date
  /** Time of the first publication, or null. */
  publishedAt: Date | null
}

export type ListedPost = Omit<Post, 'content' | 'metaDescription'>

function sanitisedContent(content: string, isAccepted: boolean | undefined, context: z.RefinementCtx) {
  const { html, changes } = sanitise(content)
  const valid = contentRule.safeParse(html)
  const errors = isAccepted || changes.length === 0 ? (valid.error?.issues ?? []) : summaryOf(changes)
  for (const { message } of errors) context.addIssue({ code: 'custom', path: ['content'], message })
  return valid.data ?? ''
}

function summaryOf(changes: string[]) {
  const more = changes.length - changeLimit
  const messages = [
    contentWouldChange,
    ...changes.slice(0, changeLimit),
    ...(more > 0 ? [`And ${more} more`] : []),
  ]
  return messages.map((message) => ({ message }))
}

export const postIntent = z.object({ _id: z.string(), intent: z.enum(['publish', 'unpublish', 'delete']) })
export type PostIntent = z.infer<typeof postIntent>

/** The query of the admins' list. */
export const postSearch = listQuery({}, { screen: 20, api: 100 })
export type PostSearch = z.infer<typeof postSearch.strict>

const tag = text('tag', nameLength)
  .transform((tag) => tag || allTags)
  .default(allTags)

/** The query of the public list. */
export const blogSearch = listQuery({ tag, search: searchFilter }, { screen: 9 })
export type BlogSearch = z.infer<typeof blogSearch.strict>
