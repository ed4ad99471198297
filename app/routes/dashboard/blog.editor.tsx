import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { v7 as uuid } from 'uuid'
import { requireAdmin } from '~/accounts/sessions.server'
import { PostForm } from '~/blog/PostForm'
import { handlePreviewIntent, rejectPost } from '~/blog/post-form.server'
import { postInput } from '~/blog/post-input.server'
import { createPost, findPost, updatePost } from '~/blog/posts.server'
import { fullName } from '~/buds/bud'
import { redirectWithFailure, redirectWithSuccess } from '~/components/toast.server'
import { expectedVersion, idempotencyKey, parseForm, refuseForm } from '~/forms/form.server'

/** blog/new and blog/edit/{id}. */
export const meta: MetaFunction = ({ params }) => [
  { title: `${params.id ? 'Edit' : 'New'} Post · Budkeeper` },
]

const listPath = '/dashboard/blog'

export async function loader(call: LoaderFunctionArgs) {
  const user = await requireAdmin(call)
  if (!call.params.id) return { newId: uuid(), author: fullName(user) }
  try {
    return { post: await findPost(call.params.id) }
  } catch (error) {
    throw await redirectWithFailure(call, listPath, error, 'Error loading blog post')
  }
}

export async function action(call: ActionFunctionArgs) {
  await requireAdmin(call)
  const { id } = call.params
  const submission = await parseForm(call.request, postInput)
  const preview = handlePreviewIntent(submission)
  if (preview) return preview
  if (submission.status !== 'success') return rejectPost(submission)
  try {
    if (id) await updatePost(id, submission.value, expectedVersion(submission))
    else await createPost(submission.value, idempotencyKey(submission.payload._id))
  } catch (error) {
    return refuseForm(call, submission, error, 'Error saving blog post')
  }
  return redirectWithSuccess(listPath, `Blog post ${id ? 'updated' : 'created'} successfully`)
}

export default function PostEditor() {
  const data = useLoaderData<typeof loader>()
  return <PostForm key={data.post?._id} {...data} actionData={useActionData<typeof action>()} />
}
