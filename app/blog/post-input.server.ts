import { z } from 'zod'
import { nameLength } from '~/forms/lengths'
import { listQuery, searchFilter } from '~/forms/list-query'
import { flag, pictureUrl, readList, requiredText, text } from '~/forms/rules'
import { allTags } from './blog-paths'
import {
  contentLength,
  contentWouldChange,
  excerptLength,
  metaDescriptionLength,
  type PostInput,
  tagLength,
  tagLimit,
  titleLength,
} from './post'
import { sanitise } from './sanitiser.server'

/** The maximum number of changes that an error lists. */
const changeLimit = 20

/** A comma-separated text, or a list. Empty and repeated tags are removed. */
const tags = z
  .preprocess(splitTags, z.array(text('A tag', tagLength), { error: 'Tags must be a list' }))
  .transform((list) => [...new Set(list)].filter(Boolean))
  .refine((list) => !list.includes(allTags), `A tag cannot be '${allTags}'`)
  .refine((list) => list.length <= tagLimit, `Maximum limit of ${tagLimit} tags reached`)

function splitTags(value: unknown) {
  const list = typeof value === 'string' && !value.trimStart().startsWith('[') ? [value] : readList(value)
  if (!Array.isArray(list)) return list
  return list.flatMap((tag) => (typeof tag === 'string' ? tag.split(',') : [tag]))
}

const rules = {
  title: requiredText('Title', titleLength),
  excerpt: requiredText('Excerpt', excerptLength),
  content: requiredText('Content', contentLength),
  author: requiredText('Author', nameLength),
  tags,
  featured: flag('Featured'),
  published: flag('Published'),
  metaDescription: text('Meta description', metaDescriptionLength),
  featuredImage: pictureUrl('Featured image'),
}

const sanitize = flag('sanitize').default(false)
const emptyIfMissing = (value: unknown) => value ?? ''

/**
 * A new post in the shape of the API. Content that the sanitiser would change is rejected unless `sanitize` is true.
 */
export const postInput = z
  .object({
    title: z.preprocess(emptyIfMissing, rules.title),
    excerpt: z.preprocess(emptyIfMissing, rules.excerpt),
    content: z.preprocess(emptyIfMissing, rules.content),
    author: z.preprocess(emptyIfMissing, rules.author),
    tags: rules.tags.default([]),
    featured: rules.featured.default(false),
    published: rules.published.default(false),
    metaDescription: rules.metaDescription.default(''),
    featuredImage: rules.featuredImage.default(''),
    sanitize,
  })
  .transform(({ sanitize, content, ...post }, context): PostInput => {
    return { ...post, content: sanitisedContent(content, sanitize, context) }
  })

/** A change of a post. Absent fields keep their value. */
export const postChange = z
  .object({ ...rules, sanitize })
  .partial()
  .transform(({ sanitize, content, ...change }, context): Partial<PostInput> => {
    if (content === undefined) return change
    return { ...change, content: sanitisedContent(content, sanitize, context) }
  })

function sanitisedContent(content: string, isAccepted: boolean | undefined, context: z.RefinementCtx) {
  const { html, changes } = sanitise(content)
  const valid = rules.content.safeParse(html)
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

/** The intents of the buttons in the admins' list. */
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
