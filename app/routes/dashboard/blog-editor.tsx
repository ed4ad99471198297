import { type Submission, type SubmissionResult, useForm } from '@conform-to/react'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData, useParams } from '@remix-run/react'
import type { MouseEvent } from 'react'
import { v7 as uuid } from 'uuid'
import { requireAdmin } from '~/account/accounts/sessions.server'
import { TextField } from '~/base/components/field'
import { type FormActionData, FormPage, FormSection } from '~/base/components/form-page'
import { CheckField, TextArea } from '~/base/components/other-fields'
import { showToast } from '~/base/components/toasts'
import {
  editedId,
  expectedVersion,
  idOfNewRecord,
  invalidForm,
  parseForm,
  refuseForm,
} from '~/base/forms/form.server'
import { nameLength } from '~/base/forms/lengths'
import { redirectWithFailure, redirectWithSuccess } from '~/base/http/toast.server'
import { fullName } from '~/people/buds/bud'
import { contentLength, contentWouldChange, excerptLength, previewSoon, titleLength } from '~/site/blog/post'
import { ContentChanges, MetaDescriptionField, PictureField } from '~/site/blog/post-fields'
import { type PostInput, postInput } from '~/site/blog/post-input.server'
import { createPost, findPost, updatePost } from '~/site/blog/posts.server'
import { sanitise } from '~/site/blog/sanitiser.server'
import '~/site/blog/post-form.css'

/** The screens blog/new and blog/edit/{id}. Only the second has `params.id`. */
export const meta: MetaFunction = ({ params }) => [
  { title: `${params.id ? 'Edit' : 'New'} post · Budkeeper` },
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
  const submission = await parseForm(call.request, postInput)
  const id = editedId(submission, call.params.id)
  const preview = handlePreviewIntent(submission)
  if (preview) return preview
  if (submission.status !== 'success') return rejectPost(submission)
  try {
    if (id) await updatePost(id, submission.value, expectedVersion(submission))
    else await createPost(submission.value, idOfNewRecord(submission))
  } catch (error) {
    return refuseForm(call, submission, error, 'Error saving blog post')
  }
  return redirectWithSuccess(listPath, `Blog post ${id ? 'updated' : 'created'} successfully`)
}

/** Handles the preview button without JavaScript: returns the submitted form without saving it. */
function handlePreviewIntent(submission: Submission<unknown>) {
  if (submission.payload.intent !== 'preview') return
  const { initialValue } = submission.reply()
  const result = { initialValue } as SubmissionResult
  return data({ result, msg: previewSoon, type: 'info' as const })
}

/** Rejects an invalid form. Includes the sanitised content if the sanitiser would change the content. */
function rejectPost(submission: Submission<PostInput>) {
  const response = invalidForm(submission)
  const [first] = response.data.result.error?.content ?? []
  const sanitised =
    first === contentWouldChange ? sanitise(String(submission.payload.content)).html : undefined
  return data({ ...response.data, sanitised }, response.init ?? {})
}

/** To React, both screens are one component. The key resets the form when the URL changes. */
export default function PostEditor() {
  return <PostForm key={useParams().id} />
}

type ActionData = (FormActionData & { sanitised?: string | undefined }) | undefined

function PostForm() {
  const { post, author, newId } = useLoaderData<typeof loader>()
  const actionData: ActionData = useActionData<typeof action>()
  const [form, fields] = useForm<Record<keyof PostInput, string>>({
    id: 'post',
    lastResult: actionData?.result,
    defaultValue: {
      author,
      ...post,
      tags: post?.tags.join(', '),
      featured: String(post?.featured),
      published: String(post?.published),
    },
  })
  const sanitised = actionData?.sanitised
  const changes = fields.content.errors?.slice(1) ?? []
  return (
    <FormPage
      form={form}
      title={post ? 'Edit post' : 'New post'}
      help="The excerpt stands in lists, the content in the article."
      actionData={actionData}
      labels={labels}
      newId={newId}
      version={post?.version}
      back="/dashboard/blog"
      encType="multipart/form-data"
      errors={
        sanitised === undefined ? undefined : (
          <ContentChanges actionData={actionData} sanitised={sanitised} changes={changes} />
        )
      }
      submit={{ label: post ? 'Update Post' : 'Create Post', busy: 'Saving...', children: <PreviewButton /> }}
    >
      <FormSection title="Article">
        <div className="wide">
          <TextField label="Title" field={fields.title} maxLength={titleLength} required />
        </div>
        <div className="wide">
          <TextArea label="Excerpt" field={fields.excerpt} maxLength={excerptLength} required />
        </div>
        <div className="wide">
          <TextArea
            className="input source"
            label="Content"
            field={fields.content}
            maxLength={contentLength}
            rows={20}
            required
            help="HTML is allowed, with its formatting; scripts, forms, frames and style sheets are not."
            error={sanitised !== undefined ? contentWouldChange : undefined}
          />
        </div>
        <TextField label="Author" field={fields.author} maxLength={nameLength} required />
        <TextField label="Tags" field={fields.tags} help="Separated by commas." autoComplete="off" />
      </FormSection>
      <FormSection title="In lists and searches">
        <PictureField field={fields.featuredImage} />
        <MetaDescriptionField field={fields.metaDescription} />
      </FormSection>
      <FormSection title="Publishing">
        <CheckField label="Featured" field={fields.featured} help="Stands above all others in the blog." />
        <CheckField
          label="Publish Immediately"
          field={fields.published}
          help="Otherwise it stays a draft that only admins see."
        />
      </FormSection>
    </FormPage>
  )
}

const labels: Record<string, string> = {
  title: 'Title',
  excerpt: 'Excerpt',
  content: 'Content',
  author: 'Author',
  tags: 'Tags',
  featured: 'Featured',
  published: 'Publish Immediately',
  featuredImage: 'Featured image',
  metaDescription: 'Meta description',
}

function PreviewButton() {
  const showNotice = (event: MouseEvent) => {
    event.preventDefault()
    showToast({ type: 'info', message: previewSoon })
  }
  return (
    <button
      type="submit"
      className="button quiet"
      name="intent"
      value="preview"
      formNoValidate
      onClick={showNotice}
    >
      Preview
    </button>
  )
}
