import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { EmptyState } from '~/base/components/empty-state'
import { Icon } from '~/base/components/icons'
import { ListFailure } from '~/base/components/list-failure'
import { Pagination } from '~/base/components/pagination'
import { searchLength } from '~/base/forms/lengths'
import { pageOrLast } from '~/base/forms/list-query'
import { env } from '~/base/node/env.server'
import { BlogPage, TagLinks } from '~/site/blog/blog-page'
import { allTags, feedPath } from '~/site/blog/blog-paths'
import { drawingDataUrl } from '~/site/blog/pictures.server'
import { PostCard } from '~/site/blog/post-card'
import { blogSearch } from '~/site/blog/post-input.server'
import { blogLinks, blogMeta } from '~/site/blog/post-meta'
import { findFeatured, listPosts, listTags } from '~/site/blog/post-search.server'
import './blog.css'

export const handle = { hydrate: false, cacheable: true, queries: ['page', 'tag', 'search'] }

export const links = blogLinks

export async function loader({ request }: LoaderFunctionArgs) {
  const query = blogSearch.lenient.parse(Object.fromEntries(new URL(request.url).searchParams))
  const { tag, search } = query
  const [list, tags] = await Promise.all([pageOrLast(query, listPosts), listTags()])
  const isFrontPage = tag === allTags && search === '' && list.currentPage === 1
  const post = isFrontPage ? await findFeatured() : undefined
  const featured = post && {
    ...post,
    featuredImage: drawingDataUrl(post.featuredImage) ?? post.featuredImage,
  }
  return { ...list, tags, tag, search, featured, origin: env.APP_URL }
}

export const meta: MetaFunction<typeof loader> = ({ data }) => (data ? blogMeta(data) : [])

export default function Blog() {
  const { posts, numOfPages, currentPage, tags, tag, search, featured } = useLoaderData<typeof loader>()
  const otherPosts = posts.filter(({ _id }) => _id !== featured?._id)
  return (
    <BlogPage>
      <header className="blog-hero">
        <h1>Notes on keeping people close</h1>
        <p>
          Short reads about friends, family and the people you work with, and the small habits that keep you
          in touch.
        </p>
        <SearchBox tag={tag} search={search} />
      </header>
      <TagFilter tags={tags} tag={tag} search={search} />
      {featured && (
        <section className="featured-post" aria-label="Featured">
          <PostCard post={featured} loading="eager" isFeatured />
        </section>
      )}
      {posts.length === 0 && (
        <EmptyState sentence="No articles found" link={{ label: 'Show all articles', to: '/blog' }}>
          <p className="hint">Try adjusting your search or filter criteria.</p>
        </EmptyState>
      )}
      {otherPosts.length > 0 && (
        <section className="blog-list" aria-labelledby="list-title">
          <h2 id="list-title">{titleOf(tag, search)}</h2>
          <ul className="post-cards">
            {otherPosts.map((post, n) => (
              <li key={post._id}>
                <PostCard post={post} loading={n < 3 ? 'eager' : 'lazy'} />
              </li>
            ))}
          </ul>
          <Pagination page={currentPage} pages={numOfPages} />
        </section>
      )}
      <Newsletter />
    </BlogPage>
  )
}

export function ErrorBoundary() {
  return (
    <BlogPage>
      <ListFailure title="Blog" msg="Error loading blog posts" retry="/blog" />
    </BlogPage>
  )
}

function titleOf(tag: string, search: string) {
  const about = tag === allTags ? '' : ` on ${tag}`
  return search === ''
    ? `${about ? 'Articles' : 'Latest articles'}${about}`
    : `Articles${about} with “${search}”`
}

type Filter = { tag: string; search: string }

/** The form omits `page`, so that a search starts on the first page. */
function SearchBox({ tag, search }: Filter) {
  return (
    <search>
      <form className="blog-search" action="/blog">
        {tag !== allTags && <input type="hidden" name="tag" value={tag} />}
        <label className="visually-hidden" htmlFor="search">
          Search articles
        </label>
        <input
          className="input"
          id="search"
          type="search"
          name="search"
          defaultValue={search}
          maxLength={searchLength}
          placeholder="Search articles"
        />
        <button type="submit" className="button">
          <Icon name="search" />
          Search
        </button>
      </form>
    </search>
  )
}

/** The number of tags that are visible while 'More tags' is closed. */
const visibleTags = 12

function TagFilter({ tags, tag, search }: Filter & { tags: string[] }) {
  const hiddenTags = tags.slice(visibleTags)
  return (
    <nav className="blog-tags" aria-label="Tags">
      <TagLinks tags={[allTags, ...tags.slice(0, visibleTags)]} current={tag} search={search} />
      {hiddenTags.length > 0 && (
        <details open={hiddenTags.includes(tag)}>
          <summary>More tags</summary>
          <TagLinks tags={hiddenTags} current={tag} search={search} />
        </details>
      )}
    </nav>
  )
}

/** The button has no function yet (product 9.1). */
function Newsletter() {
  return (
    <section className="newsletter" aria-labelledby="newsletter-title">
      <div>
        <h2 id="newsletter-title">A letter now and then</h2>
        <p>
          New articles by e-mail. The letter is still being written; until it is,{' '}
          <a href={feedPath}>the feed</a> brings each of them to your reader.
        </p>
      </div>
      <div className="newsletter-box">
        <label className="visually-hidden" htmlFor="newsletter-email">
          Email
        </label>
        <input
          className="input"
          id="newsletter-email"
          type="email"
          autoComplete="email"
          placeholder="you@example.com"
        />
        <button type="button" className="button">
          Subscribe
        </button>
      </div>
    </section>
  )
}
