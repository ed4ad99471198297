import { useForm } from '@conform-to/react'
import type { MouseEvent } from 'react'
import { TextField } from '~/components/field'
import { type FormActionData, FormPage, FormSection } from '~/components/form-page'
import { CheckField, TextArea } from '~/components/other-fields'
import { showToast } from '~/components/toasts'
import type { Versioned } from '~/db/versions.server'
import { nameLength } from '~/forms/lengths'
import { ContentChanges } from './ContentChanges'
import { MetaDescriptionField, PictureField } from './PostFields'
import { contentLength, contentWouldChange, excerptLength, previewSoon, titleLength } from './post'
import type { Post, PostInput } from './post-input.server'
import './post-form.css'

type Props = {
  /** The post to edit. */
  post?: Versioned<Post>
  /** The author of a new post. */
  author?: string
  /** The idempotency key of a new post. */
  newId?: string
  actionData: (FormActionData & { sanitised?: string | undefined }) | undefined
}

export function PostForm({ post, author, newId, actionData }: Props) {
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
      title={post ? 'Edit Post' : 'New Post'}
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
          <TextArea label="Excerpt" field={fields.excerpt} maxLength={excerptLength} rows={3} required />
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
