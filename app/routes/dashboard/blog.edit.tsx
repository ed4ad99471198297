import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireAdmin } from '~/accounts/sessions.server'
import { PostForm } from '~/blog/PostForm'
import { preview, refusedPost } from '~/blog/post-form.server'
import { postInput } from '~/blog/post-input.server'
import { asWritten, findPost, updatePost } from '~/blog/posts.server'
import { redirectWithFailure, redirectWithSuccess } from '~/components/toast.server'
import { versionOf } from '~/db/versions.server'
import { parseForm, refuseForm, versionByForm } from '~/forms/form.server'

export const meta: MetaFunction = () => [{ title: 'Edit Post · Budkeeper' }]

const list = '/dashboard/blog'

export async function loader(call: LoaderFunctionArgs) {
  await requireAdmin(call)
  try {
    const post = await findPost(call.params.id ?? '')
    return { post, version: versionOf(asWritten(post).stored) }
  } catch (error) {
    throw await redirectWithFailure(call, list, error, 'Error loading blog post')
  }
}

export async function action(call: ActionFunctionArgs) {
  await requireAdmin(call)
  const submission = await parseForm(call.request, postInput)
  const previewed = preview(submission)
  if (previewed) return previewed
  if (submission.status !== 'success') return refusedPost(submission)
  try {
    await updatePost(call.params.id ?? '', submission.value, versionByForm(submission))
  } catch (error) {
    return refuseForm(call, submission, error, 'Error saving blog post')
  }
  return redirectWithSuccess(list, 'Blog post updated successfully')
}

export default function EditPost() {
  const { post, version } = useLoaderData<typeof loader>()
  return (
    <PostForm
      key={post._id}
      title="Edit Post"
      save="Update Post"
      post={post}
      version={version}
      answer={useActionData<typeof action>()}
    />
  )
}
