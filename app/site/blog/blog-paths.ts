/** The value of `tag` that selects all posts. */
export const allTags = 'all'

type BlogPage = { tag?: string; search?: string; page?: number }

/** The path of a page of the blog. Default values are left out. */
export function blogPath({ tag = allTags, search = '', page = 1 }: BlogPage = {}) {
  const query = new URLSearchParams()
  if (tag !== allTags) query.set('tag', tag)
  if (search !== '') query.set('search', search)
  if (page > 1) query.set('page', String(page))
  return query.size > 0 ? `/blog?${query}` : '/blog'
}

export function articlePath(slug: string) {
  return `/blog/${encodeURIComponent(slug)}`
}

export const feedPath = '/blog/rss.xml'
