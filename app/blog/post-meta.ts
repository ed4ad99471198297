import type { LinksFunction, MetaDescriptor } from '@remix-run/node'
import { allTags, articleAddress, blogAddress, feedAddress } from './addresses'
import { shareablePicture } from './pictures'
import type { Post } from './post'

const description =
  'Short reads about friends, family and the people you work with, and the small habits that keep you in touch.'

export const blogLinks: LinksFunction = () => [
  { rel: 'alternate', type: 'application/rss+xml', title: 'The Budkeeper blog', href: feedAddress },
]

type Listed = { origin: string; tag: string; search: string; currentPage: number }

/** Each page of each tag stands for itself; what somebody searched for is nothing to be found by others. */
export function blogMeta({ origin, tag, search, currentPage }: Listed): MetaDescriptor[] {
  const parts = [
    tag === allTags ? '' : tag,
    currentPage > 1 ? `Page ${currentPage}` : '',
    'Blog',
    'Budkeeper',
  ]
  const url = origin + blogAddress({ tag, page: currentPage })
  return [
    ...pageMeta({ type: 'website', title: parts.filter(Boolean).join(' · '), description, url }),
    ...pictureMeta(`${origin}/icon-512.png`, 'summary'),
    ...(search === '' ? [] : [{ name: 'robots', content: 'noindex, follow' }]),
    {
      'script:ld+json': { ...schema('Blog'), name: 'The Budkeeper blog', description, url: `${origin}/blog` },
    },
  ]
}

/** What an article is known by elsewhere: searches, cards of social networks, readers. */
export function articleMeta(post: Post, origin: string): MetaDescriptor[] {
  const url = origin + articleAddress(post.slug)
  const picture = new URL(shareablePicture(post.featuredImage), origin).href
  const published = post.publishedAt?.toISOString() ?? ''
  const summary = post.metaDescription || post.excerpt
  return [
    ...pageMeta({ type: 'article', title: `${post.title} · Budkeeper`, description: summary, url }),
    ...pictureMeta(picture, post.featuredImage ? 'summary_large_image' : 'summary'),
    { property: 'article:published_time', content: published },
    { property: 'article:author', content: post.author },
    ...post.tags.map((tag) => ({ property: 'article:tag', content: tag })),
    {
      'script:ld+json': {
        ...schema('BlogPosting'),
        headline: post.title,
        description: summary,
        image: picture,
        datePublished: published,
        author: { '@type': 'Person', name: post.author },
        publisher: { '@type': 'Organization', name: 'Budkeeper', logo: `${origin}/icon-512.png` },
        keywords: post.tags.join(', '),
        mainEntityOfPage: url,
      },
    },
  ]
}

const schema = (type: string) => ({ '@context': 'https://schema.org', '@type': type })

type Page = { type: string; title: string; description: string; url: string }

function pageMeta({ type, title, description, url }: Page): MetaDescriptor[] {
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:site_name', content: 'Budkeeper' },
    { property: 'og:type', content: type },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
  ]
}

function pictureMeta(address: string, card: 'summary' | 'summary_large_image'): MetaDescriptor[] {
  return [
    { property: 'og:image', content: address },
    { name: 'twitter:card', content: card },
  ]
}
