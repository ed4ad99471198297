import type { Handle } from '~/base/http/handle'
import { env } from '~/base/node/env.server'
import { articlePath } from '~/site/blog/blog-paths'
import { publishedSlugs } from '~/site/blog/post-search.server'

export const handle: Handle = { cacheable: true }

const pages = [
  '/',
  '/blog',
  '/about',
  '/contact',
  '/register',
  '/login',
  '/developers',
  '/terms',
  '/privacy-policy',
]
/** The maximum number of URLs in a sitemap by the sitemap protocol. */
const maxPages = 50_000

export async function loader() {
  const posts = await publishedSlugs(maxPages - pages.length)
  const urls = [
    ...pages.map((path) => urlOf(path)),
    ...posts.map(({ slug, publishedAt }) => urlOf(articlePath(slug), publishedAt)),
  ]
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`
  return new Response(xml, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } })
}

function urlOf(path: string, lastModified?: Date | null) {
  const lastmod = lastModified ? `<lastmod>${lastModified.toISOString()}</lastmod>` : ''
  return `<url><loc>${env.APP_URL}${path}</loc>${lastmod}</url>`
}
