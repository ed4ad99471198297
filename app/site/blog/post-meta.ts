import type { LinksFunction, MetaDescriptor } from '@remix-run/node'
import { metaAt } from '~/base/components/page-meta'
import { allTags, articlePath, blogPath, feedPath } from './blog-paths'
import { shareablePicture } from './pictures'
import type { Post } from './post-input.server'

const description =
  'Short reads about friends, family and the people you work with, and the small habits that keep you in touch.'

export const blogLinks: LinksFunction = () => [
  { rel: 'alternate', type: 'application/rss+xml', title: 'The Budkeeper blog', href: feedPath },
]

type BlogList = { origin: string; tag: string; search: string; totalPosts: number; currentPage: number }

/** Each page of each tag has its own canonical URL. A search and an empty list have `noindex`. */
export function blogMeta({ origin, tag, search, totalPosts, currentPage }: BlogList): MetaDescriptor[] {
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
      path: blogPath({ tag, page: currentPage }),
      schema: { '@type': 'Blog', name: 'The Budkeeper blog', description, url: origin + blogPath() },
    }),
    ...(search === '' && totalPosts > 0 ? [] : [{ name: 'robots', content: 'noindex, follow' }]),
  ]
}

export function articleMeta(post: Post, origin: string): MetaDescriptor[] {
  const path = articlePath(post.slug)
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
