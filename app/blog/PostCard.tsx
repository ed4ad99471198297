import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Mark } from '~/components/logo'
import { articlePath } from './blog-paths'
import type { PostCard as Post } from './post'
import './post-card.css'

/** A post in a list. */
export function PostCard({ post, isFirst = false }: { post: Post; isFirst?: boolean }) {
  return <Card post={post} Heading="h3" loading={isFirst ? 'eager' : 'lazy'} />
}

type FeaturedProps = {
  post: Post
  /** The picture as a data URL. */
  drawing: string | undefined
}

/** The featured post, above the list. */
export function FeaturedPost({ post, drawing }: FeaturedProps) {
  const picture = drawing ? { ...post, featuredImage: drawing } : post
  return (
    <section className="featured-post" aria-label="Featured">
      <Card
        post={picture}
        Heading="h2"
        loading="eager"
        featuredTag={<li className="tag Friend">Featured</li>}
      />
    </section>
  )
}

type Loading = 'eager' | 'lazy'
type Props = { post: Post; Heading: 'h2' | 'h3'; loading: Loading; featuredTag?: ReactNode }

function Card({ post, Heading, loading, featuredTag }: Props) {
  return (
    <article className="post-card card">
      <PostPicture post={post} loading={loading} />
      <div className="post-text">
        <ul className="post-tags">
          {featuredTag}
          {post.tags.map((tag) => (
            <li key={tag} className="tag">
              {tag}
            </li>
          ))}
        </ul>
        <Heading>
          <Link to={articlePath(post.slug)}>{post.title}</Link>
        </Heading>
        <p className="excerpt">{post.excerpt}</p>
        <PostFacts post={post} />
        <p className="read-more">
          <Link to={articlePath(post.slug)}>
            Read More<span className="visually-hidden"> about {post.title}</span>
          </Link>
        </p>
      </div>
    </article>
  )
}

/** Decorative: the picture has no alternative text. */
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

/** The size to which pictures are cropped. */
export const pictureWidth = 1200
export const pictureHeight = 630

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
