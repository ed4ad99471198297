import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { v7 as uuid } from 'uuid'
import { requireAdmin } from '~/accounts/sessions.server'
import { PostForm } from '~/blog/PostForm'
import { preview, refusedPost } from '~/blog/post-form.server'
import { postInput } from '~/blog/post-input.server'
import { createPost } from '~/blog/posts.server'
import { fullName } from '~/buds/bud'
import { redirectWithSuccess } from '~/components/toast.server'
import { idByForm, parseForm, refuseForm } from '~/forms/form.server'

export const meta: MetaFunction = () => [{ title: 'New Post · Budkeeper' }]

export async function loader(call: LoaderFunctionArgs) {
  const user = await requireAdmin(call)
  return { newId: uuid(), author: fullName(user) }
}

export async function action(call: ActionFunctionArgs) {
  await requireAdmin(call)
  const submission = await parseForm(call.request, postInput)
  const previewed = preview(submission)
  if (previewed) return previewed
  if (submission.status !== 'success') return refusedPost(submission)
  try {
    await createPost(submission.value, idByForm(submission.payload._id))
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
      save="Create Post"
      post={{ author }}
      newId={newId}
      answer={useActionData<typeof action>()}
    />
  )
}
