import { publishedSlugs } from '~/blog/post-search.server'

type Page = { path: string; changed?: Date | null }

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

/** What search engines may list: the site's own pages, and the blog's. */
export async function sitemapPages(): Promise<Page[]> {
  const articles = await publishedSlugs()
  return [
    ...pages,
    ...articles.map(({ slug, publishedAt }) => ({ path: `/blog/${slug}`, changed: publishedAt })),
  ]
}
