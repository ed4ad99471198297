import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData, useLocation } from '@remix-run/react'
import { requireAdmin } from '~/account/accounts/sessions.server'
import { DeleteDialog, useDeleteDialog } from '~/base/components/delete-dialog'
import { EmptyState } from '~/base/components/empty-state'
import { ListFailure } from '~/base/components/list-failure'
import { ListHeader } from '~/base/components/list-header'
import { Pagination } from '~/base/components/pagination'
import { parseButtons } from '~/base/forms/form.server'
import { pageOrLast } from '~/base/forms/list-query'
import { redirectWithFailure, redirectWithSuccess } from '~/base/http/toast.server'
import { type PostIntent, postIntent, postSearch } from '~/site/blog/post-input.server'
import { PostTable } from '~/site/blog/post-table'
import { changeMessage, deletePost, listAllPosts, updatePost } from '~/site/blog/posts.server'

export const meta: MetaFunction = () => [{ title: 'Blog · Budkeeper' }]

const path = '/dashboard/blog'

export async function loader(call: LoaderFunctionArgs) {
  await requireAdmin(call)
  return pageOrLast(readSearch(call), listAllPosts)
}

/** Handles the buttons of the table, then redirects to the same page. */
export async function action(call: ActionFunctionArgs) {
  await requireAdmin(call)
  const { page } = readSearch(call)
  const returnTo = page > 1 ? `${path}?page=${page}` : path
  const submission = await parseButtons(call.request, postIntent)
  if (submission.status !== 'success') throw new Response('The form could not be read', { status: 400 })
  try {
    return await redirectWithSuccess(returnTo, await handleIntent(submission.value))
  } catch (error) {
    const isDeletion = submission.value.intent === 'delete'
    const msg = isDeletion ? 'Error deleting blog post' : 'Error updating post status'
    return redirectWithFailure(call, returnTo, error, msg)
  }
}

function readSearch({ request }: { request: Request }) {
  return postSearch.lenient.parse(Object.fromEntries(new URL(request.url).searchParams))
}

async function handleIntent({ _id, intent }: PostIntent) {
  if (intent === 'delete') {
    await deletePost(_id)
    return 'Blog post deleted successfully'
  }
  const change = { published: intent === 'publish' }
  await updatePost(_id, change)
  return changeMessage(change)
}

export default function Blog() {
  const { posts, totalPosts, numOfPages, currentPage } = useLoaderData<typeof loader>()
  const { deleteButton, item, close } = useDeleteDialog(posts)
  const { search } = useLocation()
  return (
    <>
      <ListHeader
        title="Blog"
        countText={`${totalPosts} ${totalPosts === 1 ? 'post' : 'posts'}`}
        loadingText="Loading blog posts..."
        add={{ label: 'New post', to: `${path}/new` }}
      />
      {posts.length > 0 ? (
        <PostTable posts={posts} deleteButton={deleteButton} />
      ) : (
        <EmptyState
          sentence="No blog posts yet"
          link={{ label: 'New post', to: `${path}/new`, isMain: true }}
        />
      )}
      <Pagination page={currentPage} pages={numOfPages} />
      <DeleteDialog name={item?.title} action={path + search} onClose={close}>
        <input type="hidden" name="_id" value={item?._id} />
        <input type="hidden" name="intent" value="delete" />
      </DeleteDialog>
    </>
  )
}

export function ErrorBoundary() {
  return <ListFailure title="Blog" msg="Error fetching blog posts" retry={path} />
}
