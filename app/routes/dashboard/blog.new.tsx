import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { v7 as uuid } from 'uuid'
import { requireAdmin } from '~/accounts/sessions.server'
import { PostForm } from '~/blog/PostForm'
import { handlePreviewIntent, rejectPost } from '~/blog/post-form.server'
import { postInput } from '~/blog/post-input.server'
import { createPost } from '~/blog/posts.server'
import { fullName } from '~/buds/bud'
import { redirectWithSuccess } from '~/components/toast.server'
import { idempotencyKey, parseForm, refuseForm } from '~/forms/form.server'

export const meta: MetaFunction = () => [{ title: 'New Post · Budkeeper' }]

export async function loader(call: LoaderFunctionArgs) {
  const user = await requireAdmin(call)
  return { newId: uuid(), author: fullName(user) }
}

export async function action(call: ActionFunctionArgs) {
  await requireAdmin(call)
  const submission = await parseForm(call.request, postInput)
  const preview = handlePreviewIntent(submission)
  if (preview) return preview
  if (submission.status !== 'success') return rejectPost(submission)
  try {
    await createPost(submission.value, idempotencyKey(submission.payload._id))
  } catch (error) {
    return refuseForm(call, submission, error, 'Error saving blog post')
  }
  return redirectWithSuccess('/dashboard/blog', 'Blog post created successfully')
}

export default function NewPost() {
  const { newId, author } = useLoaderData<typeof loader>()
  return (
    <PostForm
      title="New Post"
      saveLabel="Create Post"
      post={{ author }}
      newId={newId}
      actionData={useActionData<typeof action>()}
    />
  )
}
