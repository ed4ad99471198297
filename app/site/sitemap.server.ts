import { articlePath } from '~/blog/blog-paths'
import { publishedSlugs } from '~/blog/post-search.server'

type Page = { path: string; lastModified?: Date | null }

const pages = ['/', '/blog', '/about', '/contact', '/register', '/login', '/terms', '/privacy-policy']
/** The maximum number of URLs in a sitemap by the sitemap protocol. */
const maxPages = 50_000

/** The public pages and the newest articles. */
export async function sitemapPages(): Promise<Page[]> {
  const posts = await publishedSlugs(maxPages - pages.length)
  return [
    ...pages.map((path) => ({ path })),
    ...posts.map(({ slug, publishedAt }) => ({ path: articlePath(slug), lastModified: publishedAt })),
  ]
}
