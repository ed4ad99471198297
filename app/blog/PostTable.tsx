import { Form, useLocation } from '@remix-run/react'
import type { Deletion } from '~/components/entry'
import { Icon } from '~/components/icons'
import { articleAddress } from './addresses'
import type { PostCard } from './post'
import '~/components/table.css'
import './post-table.css'

/** As a loader hands it to the browser. */
type Row = Pick<
  PostCard,
  '_id' | 'title' | 'excerpt' | 'author' | 'slug' | 'featured' | 'published' | 'createdAt' | 'publishedAt'
>

export function PostTable({ posts, deletion }: { posts: Row[]; deletion: Deletion }) {
  return (
    <table className="table posts">
      <caption className="visually-hidden">Blog posts</caption>
      <thead>
        <tr>
          <th scope="col">Title</th>
          <th scope="col">Author</th>
          <th scope="col">Status</th>
          <th scope="col">Created</th>
          <th scope="col">Published</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        {posts.map((post) => (
          <PostRow key={post._id} post={post} deletion={deletion} />
        ))}
      </tbody>
    </table>
  )
}

function PostRow({ post, deletion }: { post: Row; deletion: Deletion }) {
  const { _id, title, excerpt, author, featured, createdAt, publishedAt } = post
  return (
    <tr>
      <th scope="row">
        <span className="post-title">
          <span id={_id}>{title}</span> {featured && <span className="tag Client">Featured</span>}
        </span>
        <p className="excerpt">{excerpt}</p>
      </th>
      <td data-label="Author">{author}</td>
      <td data-label="Status">
        <StatusToggle post={post} />
      </td>
      <td data-label="Created">
        <Day of={createdAt} />
      </td>
      <td data-label="Published">{publishedAt ? <Day of={publishedAt} /> : '–'}</td>
      <td className="row-actions">
        <Actions post={post} deletion={deletion} />
      </td>
    </tr>
  )
}

/** Says what the post is, and makes it the opposite. */
function StatusToggle({ post: { _id, title, published } }: { post: Row }) {
  const { pathname, search } = useLocation()
  return (
    <Form method="post" action={pathname + search} preventScrollReset>
      <input type="hidden" name="_id" value={_id} />
      <button
        type="submit"
        className={`status ${published ? 'Friend' : 'Other'}`}
        name="intent"
        value={published ? 'unpublish' : 'publish'}
        title={`${published ? 'Unpublish' : 'Publish'} ${title}`}
      >
        {published ? 'Published' : 'Draft'}
      </button>
    </Form>
  )
}

function Day({ of }: { of: Date }) {
  const instant = new Date(of).toISOString()
  return <time dateTime={instant}>{instant.slice(0, 10)}</time>
}

function Actions({ post: { _id, slug, published }, deletion }: { post: Row; deletion: Deletion }) {
  return (
    <>
      {published && (
        <a
          className="icon-button"
          href={articleAddress(slug)}
          target="_blank"
          rel="noreferrer"
          title="View"
          aria-describedby={_id}
        >
          <Icon name="eye" />
          <span className="visually-hidden">View (opens in a new tab)</span>
        </a>
      )}
      <a className="icon-button" href={`/dashboard/blog/edit/${_id}`} title="Edit" aria-describedby={_id}>
        <Icon name="pen" />
        <span className="visually-hidden">Edit</span>
      </a>
      <button
        type="submit"
        className="icon-button"
        form={deletion.form}
        name="delete"
        value={_id}
        onClick={deletion.ask}
        title="Delete"
        aria-describedby={_id}
      >
        <Icon name="trash" />
        <span className="visually-hidden">Delete</span>
      </button>
    </>
  )
}
