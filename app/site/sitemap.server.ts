import { articleAddress } from '~/blog/addresses'
import { publishedSlugs } from '~/blog/post-search.server'

type Page = { path: string; published?: Date | null }

const pages: Page[] = [
  { path: '/' },
  { path: '/blog' },
  { path: '/about' },
  { path: '/contact' },
  { path: '/register' },
  { path: '/login' },
  { path: '/terms' },
  { path: '/privacy-policy' },
]

/** What search engines may list: the site's own pages, and the blog's articles. */
export async function sitemapPages(): Promise<Page[]> {
  const posts = await publishedSlugs()
  return [
    ...pages,
    ...posts.map(({ slug, publishedAt }) => ({ path: articleAddress(slug), published: publishedAt })),
  ]
}
