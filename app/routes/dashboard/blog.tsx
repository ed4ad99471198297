import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData, useLocation } from '@remix-run/react'
import { requireAdmin } from '~/accounts/sessions.server'
import { PostTable } from '~/blog/PostTable'
import { changeMessage } from '~/blog/post'
import { type PostOrder, postOrder, postSearch } from '~/blog/post-input.server'
import { deletePost, listAllPosts, updatePost } from '~/blog/posts.server'
import { DeleteQuestion, useDeletion } from '~/components/deletion'
import { EmptyState } from '~/components/empty-state'
import { ListFailure } from '~/components/list-failure'
import { ListHeader } from '~/components/list-header'
import { Pagination } from '~/components/pagination'
import { redirectWithFailure, redirectWithSuccess } from '~/components/toast.server'
import { parseForm } from '~/forms/form.server'
import { pageOrLast } from '~/forms/list-query'

export const meta: MetaFunction = () => [{ title: 'Blog · Budkeeper' }]

const address = '/dashboard/blog'

export async function loader(call: LoaderFunctionArgs) {
  await requireAdmin(call)
  return pageOrLast(pageOf(call), listAllPosts)
}

/** What the table's buttons ask for; afterwards the same page is shown. */
export async function action(call: ActionFunctionArgs) {
  await requireAdmin(call)
  const { page } = pageOf(call)
  const here = page > 1 ? `${address}?page=${page}` : address
  const submission = await parseForm(call.request, postOrder)
  if (submission.status !== 'success') throw new Response('The form could not be read', { status: 400 })
  try {
    return await redirectWithSuccess(here, await follow(submission.value))
  } catch (error) {
    return redirectWithFailure(call, here, error, failures[submission.value.intent])
  }
}

function pageOf({ request }: { request: Request }) {
  return postSearch.lenient.parse(Object.fromEntries(new URL(request.url).searchParams))
}

async function follow({ _id, intent }: PostOrder) {
  if (intent === 'delete') {
    await deletePost(_id)
    return 'Blog post deleted successfully'
  }
  const change = { published: intent === 'publish' }
  await updatePost(_id, change)
  return changeMessage(change)
}

const failures = {
  publish: 'Error updating post status',
  unpublish: 'Error updating post status',
  delete: 'Error deleting blog post',
}

export default function Blog() {
  const { posts, totalPosts, numOfPages, currentPage } = useLoaderData<typeof loader>()
  const { deletion, asked, close } = useDeletion(posts)
  const { search } = useLocation()
  return (
    <>
      <ListHeader
        title="Blog"
        found={`${totalPosts} ${totalPosts === 1 ? 'post' : 'posts'}`}
        loading="Loading blog posts..."
        add={{ label: 'New Post', to: `${address}/new` }}
      />
      {posts.length > 0 ? <PostTable posts={posts} deletion={deletion} /> : <NoPosts />}
      <Pagination page={currentPage} pages={numOfPages} />
      <DeleteQuestion name={asked?.title} action={address + search} form={deletion.form} onClose={close}>
        <input type="hidden" name="_id" value={asked?._id} />
        <input type="hidden" name="intent" value="delete" />
      </DeleteQuestion>
    </>
  )
}

function NoPosts() {
  return (
    <EmptyState sentence="No blog posts yet">
      <a className="button" href={`${address}/new`}>
        New Post
      </a>
    </EmptyState>
  )
}

export function ErrorBoundary() {
  return <ListFailure title="Blog" msg="Error fetching blog posts" retry={address} />
}
