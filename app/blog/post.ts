/** Constants of a blog post for browser and server (product 9.2). The rules are in `post-input.server.ts`. */
export const metaDescriptionLength = 160
export const titleLength = 200
export const excerptLength = 500
export const contentLength = 200_000
export const tagLimit = 20
export const tagLength = 50

export type PostInput = {
  title: string
  excerpt: string
  /** Sanitised HTML. */
  content: string
  author: string
  tags: string[]
  featured: boolean
  published: boolean
  metaDescription: string
  /** A path of this site, an `https:` URL, or empty. */
  featuredImage: string
}

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

/** A post in a list. */
export type ListedPost = Omit<Post, 'content' | 'metaDescription'>

const wordsPerMinute = 200

/** The reading time of HTML in minutes, rounded up. */
export function readTimeOf(content: string) {
  const words = content.replace(/<[^>]*>/g, ' ').match(/\S+/g) ?? []
  return Math.max(1, Math.ceil(words.length / wordsPerMinute))
}

/** The error that precedes the list of changes. */
export const contentWouldChange = 'Some of the content cannot be kept'

export const previewSoon = 'Preview feature coming soon'

/** The message after a change of a post. A change of `published` alone is a toggle. */
export function changeMessage(change: Partial<PostInput>) {
  const [field, ...others] = Object.keys(change)
  if (field !== 'published' || others.length > 0) return 'Blog post updated successfully'
  return change.published ? 'Post published successfully' : 'Post unpublished successfully'
}
