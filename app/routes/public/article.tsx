import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { type ClientLoaderFunctionArgs, redirectDocument, useLoaderData } from '@remix-run/react'
import { useContext } from 'react'
import { BackLink } from '~/base/components/back-link'
import { initialOf } from '~/base/components/initial'
import { NonceContext } from '~/base/components/nonce'
import type { Handle } from '~/base/http/handle'
import { redirectWithFailure } from '~/base/http/toast.server'
import { env } from '~/base/node/env.server'
import { UserError } from '~/base/node/errors'
import { BlogPage, TagLinks } from '~/site/blog/blog-page'
import { articlePath } from '~/site/blog/blog-paths'
import { pictureText } from '~/site/blog/pictures'
import { drawingDataUrl } from '~/site/blog/pictures.server'
import { PostCard, PostFacts, pictureHeight, pictureWidth } from '~/site/blog/post-card'
import { articleMeta, blogLinks } from '~/site/blog/post-meta'
import { findPublished } from '~/site/blog/post-search.server'
import sharePopups from '~/site/blog/share-popups.js?url'
import './article.css'

export const handle: Handle = { hydrate: false, cacheable: true, hasStyleAttributes: true }

export const links = blogLinks

export async function loader(call: LoaderFunctionArgs) {
  try {
    const article = await findPublished(call.params.slug ?? '')
    return { ...article, drawing: drawingDataUrl(article.post.featuredImage), origin: env.APP_URL }
  } catch (error) {
    if (error instanceof UserError) throw await redirectWithFailure(call, '/blog', error)
    throw error
  }
}

/** Forces a document request: only that response has the content security policy that allows `style` attributes. */
export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  throw redirectDocument(request.url)
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data ? articleMeta(data.post, data.origin) : []

export default function Article() {
  const { post, relatedPosts, drawing, origin } = useLoaderData<typeof loader>()
  return (
    <BlogPage>
      <article className="article">
        <header>
          <BackLink to="/blog">All articles</BackLink>
          <h1>{post.title}</h1>
          <p className="lead">{post.excerpt}</p>
          <PostFacts post={post} />
          <TagLinks tags={post.tags} label="Tags" />
        </header>
        {post.featuredImage && (
          <img
            className="article-picture"
            src={drawing ?? post.featuredImage}
            alt={pictureText(post.featuredImage)}
            width={pictureWidth}
            height={pictureHeight}
            {...{ fetchpriority: 'high' }}
          />
        )}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised when it was saved, and the policy allows no inline script */}
        <div className="prose" dangerouslySetInnerHTML={{ __html: post.content }} />
        <Share title={post.title} url={origin + articlePath(post.slug)} />
        <aside className="author-box card" aria-label="Author">
          <span className="badge Friend" aria-hidden="true">
            {initialsOf(post.author)}
          </span>
          <div>
            <p className="author">{post.author}</p>
            <p>Writes for the Budkeeper blog about the people in our lives and how to keep them close.</p>
          </div>
        </aside>
      </article>
      {relatedPosts.length > 0 && (
        <section className="related" aria-labelledby="related-title">
          <h2 id="related-title">Related Articles</h2>
          <ul className="post-cards">
            {relatedPosts.map((related) => (
              <li key={related._id}>
                <PostCard post={related} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </BlogPage>
  )
}

/** Plain links to social networks. A small script opens them in a popup. */
function Share({ title, url }: { title: string; url: string }) {
  const nonce = useContext(NonceContext)
  return (
    <nav className="share" aria-label="Share">
      <h2>Share this article</h2>
      <ul>
        {Object.entries(shareUrls(title, url)).map(([network, href]) => (
          <li key={network}>
            <a className="button quiet" href={href} target="_blank" rel="noopener" data-share>
              {network}
            </a>
          </li>
        ))}
      </ul>
      <script type="module" src={sharePopups} nonce={nonce} suppressHydrationWarning />
    </nav>
  )
}

function shareUrls(title: string, url: string) {
  const page = encodeURIComponent(url)
  return {
    Twitter: `https://twitter.com/intent/tweet?url=${page}&text=${encodeURIComponent(title)}`,
    LinkedIn: `https://www.linkedin.com/sharing/share-offsite/?url=${page}`,
    Facebook: `https://www.facebook.com/sharer/sharer.php?u=${page}`,
  }
}

function initialsOf(name: string) {
  const words = name.replace(/^The /, '').split(' ')
  return [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => initialOf(word ?? '')).join('')
}
