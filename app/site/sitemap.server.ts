import { articlePath } from '~/blog/blog-paths'
import { publishedSlugs } from '~/blog/post-search.server'

type Page = { path: string; changed?: Date | null }

const pages = ['/', '/blog', '/about', '/contact', '/register', '/login', '/terms', '/privacy-policy']
/** Limit of the sitemap protocol. */
const maxPages = 50_000

/** The public pages and the newest articles. */
export async function sitemapPages(): Promise<Page[]> {
  const posts = await publishedSlugs(maxPages - pages.length)
  return [
    ...pages.map((path) => ({ path })),
    ...posts.map(({ slug, publishedAt }) => ({ path: articlePath(slug), changed: publishedAt })),
  ]
}
