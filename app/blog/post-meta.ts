import type { LinksFunction, MetaDescriptor } from '@remix-run/node'
import { metaAt } from '~/components/page-meta'
import { allTags, articleAddress, blogAddress, feedAddress } from './addresses'
import { shareablePicture } from './pictures'
import type { Post } from './post'

const description =
  'Short reads about friends, family and the people you work with, and the small habits that keep you in touch.'

export const blogLinks: LinksFunction = () => [
  { rel: 'alternate', type: 'application/rss+xml', title: 'The Budkeeper blog', href: feedAddress },
]

type Listed = { origin: string; tag: string; search: string; totalPosts: number; currentPage: number }

/** Each page of each tag stands for itself; what somebody searched for, or made up, is nothing to be found by others. */
export function blogMeta({ origin, tag, search, totalPosts, currentPage }: Listed): MetaDescriptor[] {
  const parts = [
    tag === allTags ? '' : tag,
    currentPage > 1 ? `Page ${currentPage}` : '',
    'Blog',
    'Budkeeper',
  ]
  return [
    ...metaAt(origin, {
      title: parts.filter(Boolean).join(' · '),
      description,
      path: blogAddress({ tag, page: currentPage }),
      schema: { '@type': 'Blog', name: 'The Budkeeper blog', description, url: origin + blogAddress() },
    }),
    ...(search === '' && totalPosts > 0 ? [] : [{ name: 'robots', content: 'noindex, follow' }]),
  ]
}

/** What an article is known by elsewhere: searches, cards of social networks, readers. */
export function articleMeta(post: Post, origin: string): MetaDescriptor[] {
  const path = articleAddress(post.slug)
  const image = new URL(shareablePicture(post.featuredImage), origin).href
  const published = post.publishedAt?.toISOString() ?? ''
  const summary = post.metaDescription || post.excerpt
  const schema = {
    '@type': 'BlogPosting',
    headline: post.title,
    description: summary,
    image,
    datePublished: published,
    author: { '@type': 'Person', name: post.author },
    publisher: { '@type': 'Organization', name: 'Budkeeper', logo: `${origin}/icon-512.png` },
    keywords: post.tags.join(', '),
    mainEntityOfPage: origin + path,
  }
  return [
    ...metaAt(origin, {
      title: `${post.title} · Budkeeper`,
      description: summary,
      path,
      type: 'article',
      image,
      schema,
    }),
    { property: 'article:published_time', content: published },
    { property: 'article:author', content: post.author },
    ...post.tags.map((tag) => ({ property: 'article:tag', content: tag })),
  ]
}
