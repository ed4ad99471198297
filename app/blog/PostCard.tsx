import { Link } from '@remix-run/react'
import { Mark } from '~/components/logo'
import { articleAddress } from './addresses'
import type { PostCard as Post } from './post'
import './post-card.css'

type Loading = 'eager' | 'lazy'

/** One among others: its heading is of the third level. */
export function PostCard({ post, loading = 'lazy' }: { post: Post; loading?: Loading }) {
  return (
    <article className="post-card card">
      <PostPicture post={post} loading={loading} />
      <div className="post-text">
        <PostTags tags={post.tags} />
        <h3>
          <Link to={articleAddress(post.slug)}>{post.title}</Link>
        </h3>
        <p className="excerpt">{post.excerpt}</p>
        <PostFacts post={post} />
        <ReadMore post={post} />
      </div>
    </article>
  )
}

/** The post that is put forward, above all others. */
export function FeaturedPost({ post }: { post: Post }) {
  return (
    <section className="featured-post" aria-label="Featured">
      <article className="post-card card">
        <PostPicture post={post} loading="eager" />
        <div className="post-text">
          <PostTags tags={post.tags} isFeatured />
          <h2>
            <Link to={articleAddress(post.slug)}>{post.title}</Link>
          </h2>
          <p className="excerpt">{post.excerpt}</p>
          <PostFacts post={post} />
          <ReadMore post={post} />
        </div>
      </article>
    </section>
  )
}

/** Says nothing that the title does not. */
function PostPicture({ post, loading }: { post: Post; loading: Loading }) {
  return (
    <div className="post-picture">
      {post.featuredImage ? (
        <img src={post.featuredImage} alt="" width={pictureWidth} height={pictureHeight} loading={loading} />
      ) : (
        <Mark />
      )}
    </div>
  )
}

/** How pictures are cut, whatever their own size. */
export const pictureWidth = 1200
export const pictureHeight = 630

function PostTags({ tags, isFeatured = false }: { tags: string[]; isFeatured?: boolean }) {
  return (
    <ul className="post-tags">
      {isFeatured && <li className="tag Friend">Featured</li>}
      {tags.map((tag) => (
        <li key={tag} className="tag">
          {tag}
        </li>
      ))}
    </ul>
  )
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

export function PostFacts({ post: { author, publishedAt, readTime } }: { post: Post }) {
  return (
    <p className="post-facts">
      <span className="author">{author}</span>
      <span>
        {publishedAt && <time dateTime={publishedAt.toISOString()}>{day.format(publishedAt)}</time>} ·{' '}
        {readTime} min read
      </span>
    </p>
  )
}

function ReadMore({ post: { slug, title } }: { post: Post }) {
  return (
    <p className="read-more">
      <Link to={articleAddress(slug)}>
        Read More<span className="visually-hidden"> about {title}</span>
      </Link>
    </p>
  )
}
