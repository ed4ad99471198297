import { articleAddress } from '~/blog/addresses'
import { publishedSlugs } from '~/blog/post-search.server'

type Page = { path: string; changed?: Date | null }

const pages = ['/', '/blog', '/about', '/contact', '/register', '/login', '/terms', '/privacy-policy']
/** Of a sitemap, by its standard. */
const mostPages = 50_000

/** What search engines may list: the site's own pages, and the blog's newest articles. */
export async function sitemapPages(): Promise<Page[]> {
  const posts = await publishedSlugs(mostPages - pages.length)
  return [
    ...pages.map((path) => ({ path })),
    ...posts.map(({ slug, publishedAt }) => ({ path: articleAddress(slug), changed: publishedAt })),
  ]
}
