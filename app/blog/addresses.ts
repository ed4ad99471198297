/** The filter that keeps every post. */
export const allTags = 'all'

type BlogPage = { tag?: string; search?: string; page?: number }

/** Where the list stands, without what goes without saying. */
export function blogAddress({ tag = allTags, search = '', page = 1 }: BlogPage = {}) {
  const query = new URLSearchParams()
  if (tag !== allTags) query.set('tag', tag)
  if (search !== '') query.set('search', search)
  if (page > 1) query.set('page', String(page))
  return query.size > 0 ? `/blog?${query}` : '/blog'
}

export function articleAddress(slug: string) {
  return `/blog/${encodeURIComponent(slug)}`
}

export const feedAddress = '/blog/rss.xml'
