/** Words and limits of a blog post that the browser may know; the rules stand in `post-input.server.ts`. Product 9.2. */
export const metaDescriptionLength = 160
export const titleLength = 200
export const excerptLength = 500
export const contentLength = 200_000
export const tagLimit = 20
export const tagLength = 50

export type PostInput = {
  title: string
  excerpt: string
  /** HTML, as the sanitiser leaves it. */
  content: string
  author: string
  tags: string[]
  featured: boolean
  published: boolean
  metaDescription: string
  /** An address of this site or with `https:`, or empty. */
  featuredImage: string
}

export type Post = PostInput & {
  _id: string
  /** Made from the first title, and kept when that changes. */
  slug: string
  /** In minutes. */
  readTime: number
  createdAt: Date
  /** When it was first published, null until then. */
  publishedAt: Date | null
}

/** What lists show of a post. */
export type PostCard = Omit<Post, 'content' | 'metaDescription'>

const wordsAMinute = 200

/** Minutes to read some HTML, begun ones counted. */
export function readTimeOf(content: string) {
  const words = content.replace(/<[^>]*>/g, ' ').match(/\S+/g) ?? []
  return Math.max(1, Math.ceil(words.length / wordsAMinute))
}

/** Stands before what exactly the sanitiser would change. */
export const cannotBeKept = 'Some of the content cannot be kept'

export const previewSoon = 'Preview feature coming soon'

/** What a change of a post is answered with: only `published` in it is a toggle. */
export function changeMessage(change: Partial<PostInput>) {
  const [field, ...others] = Object.keys(change)
  if (field !== 'published' || others.length > 0) return 'Blog post updated successfully'
  return change.published ? 'Post published successfully' : 'Post unpublished successfully'
}
