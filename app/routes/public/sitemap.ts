import type { Handle } from '~/components/handle'
import { env } from '~/http/env.server'
import { sitemapPages } from '~/site/sitemap.server'

export const handle: Handle = { cacheable: true }

export async function loader() {
  const pages = await sitemapPages()
  const urls = pages.map(({ path, lastModified }) => {
    const lastmod = lastModified ? `<lastmod>${lastModified.toISOString()}</lastmod>` : ''
    return `<url><loc>${env.APP_URL}${path}</loc>${lastmod}</url>`
  })
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`
  return new Response(xml, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } })
}
