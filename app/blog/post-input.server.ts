import { z } from 'zod'
import { nameLength } from '~/forms/lengths'
import { listQuery } from '~/forms/list-query'
import { flag, pictureAddress, readList, requiredText, text } from '~/forms/rules'
import { allTags } from './addresses'
import {
  cannotBeKept,
  contentLength,
  excerptLength,
  metaDescriptionLength,
  type PostInput,
  tagLength,
  tagLimit,
  titleLength,
} from './post'
import { clean } from './sanitiser.server'

const changeLimit = 20

/** Split on commas, also those of a list; empty ones and repetitions are dropped. */
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
  featuredImage: pictureAddress('Featured image'),
}

const sanitize = flag('sanitize').default(false)
const missing = (value: unknown) => value ?? ''

/** A new post in the API's shape; content that would lose something is refused unless `sanitize` agrees to that. */
export const postInput = z
  .object({
    title: z.preprocess(missing, rules.title),
    excerpt: z.preprocess(missing, rules.excerpt),
    content: z.preprocess(missing, rules.content),
    author: z.preprocess(missing, rules.author),
    tags: rules.tags.default([]),
    featured: rules.featured.default(false),
    published: rules.published.default(false),
    metaDescription: rules.metaDescription.default(''),
    featuredImage: rules.featuredImage.default(''),
    sanitize,
  })
  .transform(({ sanitize, content, ...post }, context): PostInput => {
    return { ...post, content: cleaned(content, sanitize, context) }
  })

/** A change of a post: what is absent keeps its value, tags that are present replace. */
export const postChange = z
  .object({ ...rules, sanitize })
  .partial()
  .transform(({ sanitize, content, ...change }, context): Partial<PostInput> => {
    if (content === undefined) return change
    return { ...change, content: cleaned(content, sanitize, context) }
  })

function cleaned(content: string, isAgreed: boolean | undefined, context: z.RefinementCtx) {
  const { html, changes } = clean(content)
  const kept = rules.content.safeParse(html)
  const refused = isAgreed || changes.length === 0 ? (kept.error?.issues ?? []) : summed(changes)
  for (const { message } of refused) context.addIssue({ code: 'custom', path: ['content'], message })
  return kept.data ?? ''
}

function summed(changes: string[]) {
  const more = changes.length - changeLimit
  const messages = [cannotBeKept, ...changes.slice(0, changeLimit), ...(more > 0 ? [`And ${more} more`] : [])]
  return messages.map((message) => ({ message }))
}

/** What the buttons of the admins' list ask for. */
export const postOrder = z.object({ _id: z.string(), intent: z.enum(['publish', 'unpublish', 'delete']) })
export type PostOrder = z.infer<typeof postOrder>

/** The query of the admins' list. */
export const postSearch = listQuery({}, { screen: 20, api: 100 })
export type PostSearch = z.infer<typeof postSearch.strict>
