import { formatLongDay } from '~/base/components/day'
import { Link } from '~/base/components/link'
import { Mark } from '~/base/components/logo'
import { articlePath } from './blog-paths'
import type { ListedPost as Post } from './post-input.server'
import './post-card.css'

type Props = { post: Post; loading?: 'eager' | 'lazy'; isFeatured?: boolean }

/** A post in a list, or the featured post above the list. The picture is decorative, so it has no alternative text. */
export function PostCard({ post, loading = 'lazy', isFeatured = false }: Props) {
  const Heading = isFeatured ? 'h2' : 'h3'
  return (
    <article className="post-card card">
      <div className="post-picture">
        {post.featuredImage ? (
          <img
            src={post.featuredImage}
            alt=""
            width={pictureWidth}
            height={pictureHeight}
            loading={loading}
          />
        ) : (
          <Mark />
        )}
      </div>
      <div className="post-text">
        <ul className="post-tags">
          {isFeatured && <li className="tag Friend">Featured</li>}
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

/** The size to which pictures are cropped. */
export const pictureWidth = 1200
export const pictureHeight = 630

export function PostFacts({ post: { author, publishedAt, readTime } }: { post: Post }) {
  return (
    <p className="post-facts">
      <span className="author">{author}</span>
      <span>
        {publishedAt && <time dateTime={publishedAt.toISOString()}>{formatLongDay(publishedAt)}</time>} ·{' '}
        {readTime} min read
      </span>
    </p>
  )
}
