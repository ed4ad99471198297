import type { MetaDescriptor } from '@remix-run/node'

type Page = {
  title: string
  description: string
  /**
   * The canonical path, in the letter case of the route. Only query parameters that select another page are part of it.
   */
  path: string
  type?: 'website' | 'article'
  /** A path of this site, or an `https:` URL. */
  image?: string
  /** Structured data of schema.org. */
  schema?: { '@type': string } & Record<string, unknown>
}

const socialPicture = '/social.png'

/**
 * Metadata of a public page for search engines and social networks. `matches` comes from the arguments of its `meta`.
 */
export function pageMeta(matches: readonly { data?: unknown }[], page: Page) {
  const root = matches[0]?.data as { origin: string } | undefined
  return metaAt(root?.origin ?? '', page)
}

export function metaAt(origin: string, page: Page): MetaDescriptor[] {
  const { title, description, path, type = 'website', image = socialPicture, schema } = page
  const absolute = (url: string) => (url.startsWith('/') ? origin + url : url)
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: absolute(path) },
    { property: 'og:site_name', content: 'Budkeeper' },
    { property: 'og:type', content: type },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: absolute(path) },
    { property: 'og:image', content: absolute(image) },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(schema ? [{ 'script:ld+json': { '@context': 'https://schema.org', ...schema } }] : []),
  ]
}
