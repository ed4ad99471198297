import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireAdmin } from '~/accounts/sessions.server'
import { PostForm } from '~/blog/PostForm'
import { handlePreviewIntent, rejectPost } from '~/blog/post-form.server'
import { postInput } from '~/blog/post-input.server'
import { findPost, updatePost } from '~/blog/posts.server'
import { redirectWithFailure, redirectWithSuccess } from '~/components/toast.server'
import { expectedVersion, parseForm, refuseForm } from '~/forms/form.server'

export const meta: MetaFunction = () => [{ title: 'Edit Post · Budkeeper' }]

const listPath = '/dashboard/blog'

export async function loader(call: LoaderFunctionArgs) {
  await requireAdmin(call)
  try {
    return { post: await findPost(call.params.id ?? '') }
  } catch (error) {
    throw await redirectWithFailure(call, listPath, error, 'Error loading blog post')
  }
}

export async function action(call: ActionFunctionArgs) {
  await requireAdmin(call)
  const submission = await parseForm(call.request, postInput)
  const preview = handlePreviewIntent(submission)
  if (preview) return preview
  if (submission.status !== 'success') return rejectPost(submission)
  try {
    await updatePost(call.params.id ?? '', submission.value, expectedVersion(submission))
  } catch (error) {
    return refuseForm(call, submission, error, 'Error saving blog post')
  }
  return redirectWithSuccess(listPath, 'Blog post updated successfully')
}

export default function EditPost() {
  const { post } = useLoaderData<typeof loader>()
  return (
    <PostForm
      key={post._id}
      title="Edit Post"
      saveLabel="Update Post"
      post={post}
      actionData={useActionData<typeof action>()}
    />
  )
}
