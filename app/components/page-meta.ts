import type { MetaDescriptor } from '@remix-run/node'

type Page = {
  title: string
  description: string
  /** As search engines shall list it: with nothing in its query that makes no other page, in its own letter case. */
  path: string
  type?: 'website' | 'article'
  /** An address of this site or with `https:`. */
  image?: string
  /** What schema.org knows the page as. */
  schema?: { '@type': string } & Record<string, unknown>
}
type Matches = readonly { data?: unknown }[]

const socialPicture = '/social.png'

/** What search engines and social networks read of a public page; `matches` are those of its `meta` function. */
export function pageMeta(matches: Matches, page: Page) {
  return metaAt(originOf(matches), page)
}

export function metaAt(origin: string, page: Page): MetaDescriptor[] {
  const { title, description, path, type = 'website', image = socialPicture, schema } = page
  const absolute = (address: string) => (address.startsWith('/') ? origin + address : address)
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

/** The root's loader knows where this site is. */
function originOf(matches: Matches) {
  return (matches[0]?.data as { origin?: string } | undefined)?.origin ?? ''
}
