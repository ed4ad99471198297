import { Form, useLocation } from '@remix-run/react'
import { AccountField } from '~/base/components/account-field'
import { DashboardIcon } from '~/base/components/dashboard-icons'
import { Day } from '~/base/components/day'
import { Icon } from '~/base/components/icons'
import { Link } from '~/base/components/link'
import type { DeleteButtonProps } from '~/base/components/list-card'
import { rowAction, Table } from '~/base/components/table'
import { articlePath } from './blog-paths'
import type { ListedPost } from './post-input.server'
import './post-table.css'

type TableProps = { posts: ListedPost[]; deleteButton: DeleteButtonProps }

const columns = ['Title', 'Author', 'Status', 'Created', 'Published', 'Actions']

export function PostTable({ posts, deleteButton }: TableProps) {
  return (
    <Table className="posts" caption="Blog posts" columns={columns}>
      {posts.map((post) => (
        <PostRow key={post._id} post={post} deleteButton={deleteButton} />
      ))}
    </Table>
  )
}

function PostRow({ post, deleteButton }: { post: ListedPost; deleteButton: DeleteButtonProps }) {
  const { _id, slug, title, excerpt, author, featured, published, createdAt, publishedAt } = post
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
        {published && (
          <a {...rowAction('View', _id)} href={articlePath(slug)} target="_blank" rel="noreferrer">
            <Icon name="eye" label="View (opens in a new tab)" />
          </a>
        )}
        <Link {...rowAction('Edit', _id)} to={`/dashboard/blog/edit/${_id}`} discover="none">
          <Icon name="pen" label="Edit" />
        </Link>
        <button type="submit" {...rowAction('Delete', _id)} {...deleteButton} name="delete" value={_id}>
          <DashboardIcon name="trash" label="Delete" />
        </button>
      </td>
    </tr>
  )
}

function StatusToggle({ post: { _id, title, published } }: { post: ListedPost }) {
  const { pathname, search } = useLocation()
  return (
    <Form method="post" action={pathname + search} preventScrollReset>
      <AccountField />
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
