import { type FieldMetadata, useForm } from '@conform-to/react'
import { type ChangeEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { TextField } from '~/components/field'
import { type FormActionData, FormPage, FormSection } from '~/components/form-page'
import { CheckField, TextArea } from '~/components/other-fields'
import { showToast } from '~/components/toasts'
import type { Versioned } from '~/db/versions.server'
import { addressLength, nameLength } from '~/forms/lengths'
import {
  cannotBeKept,
  contentLength,
  excerptLength,
  metaDescriptionLength,
  type Post,
  type PostInput,
  previewSoon,
  titleLength,
} from './post'
import './post-form.css'

type Props = {
  title: string
  /** What the button that saves says. */
  save: string
  post: Pick<Post, 'author'> & Partial<Versioned<Post>>
  newId?: string
  actionData: (FormActionData & { cleaned?: string | undefined }) | undefined
}

export function PostForm({ title, save, post, newId, actionData }: Props) {
  const [form, fields] = useForm<Record<keyof PostInput, string>>({
    id: 'post',
    lastResult: actionData?.result,
    defaultValue: {
      ...post,
      tags: post.tags?.join(', '),
      featured: String(post.featured),
      published: String(post.published),
    },
  })
  const cleaned = actionData?.cleaned
  const isChanged = cleaned !== undefined
  const changes = fields.content.errors?.slice(1) ?? []
  return (
    <FormPage
      form={form}
      title={title}
      help="The excerpt stands in lists, the content in the article."
      actionData={actionData}
      labels={labels}
      newId={newId}
      version={post.version}
      back="/dashboard/blog"
      encType="multipart/form-data"
      refusal={isChanged ? <Cleaning actionData={actionData} cleaned={cleaned} changes={changes} /> : undefined}
      submit={{ label: save, busy: 'Saving...', children: <Preview /> }}
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
            error={isChanged ? cannotBeKept : undefined}
          />
        </div>
        <TextField label="Author" field={fields.author} maxLength={nameLength} required />
        <TextField label="Tags" field={fields.tags} help="Separated by commas." autoComplete="off" />
      </FormSection>
      <FormSection title="In lists and searches">
        <PictureField field={fields.featuredImage} />
        <MetaDescription field={fields.metaDescription} />
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

type CleaningProps = { actionData: Props['actionData']; cleaned: string; changes: string[] }

/** What the content would lose, and the way to agree to that. */
function Cleaning({ actionData, cleaned, changes }: CleaningProps) {
  return (
    <section
      ref={useFocusOn(actionData)}
      tabIndex={-1}
      className="error-summary cleaning"
      aria-labelledby="cleaning"
    >
      <h2 id="cleaning">{cannotBeKept}</h2>
      <p>It could run in a reader's browser or has no place in an article. Nothing is saved yet.</p>
      <ul>
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
      <details>
        <summary>The cleaned version</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
        <pre tabIndex={0}>{cleaned}</pre>
      </details>
      <p className="summary-actions">
        <button type="submit" className="button quiet" name="sanitize" value="true">
          Save without it
        </button>
        <a href="#post-content" className="button bare">
          Edit the content
        </a>
      </p>
    </section>
  )
}

/** After the form has given the focus to its first faulty field. */
function useFocusOn(actionData: Props['actionData']) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (actionData) requestAnimationFrame(() => section.current?.focus())
  }, [actionData])
  return section
}

function Preview() {
  const say = (event: MouseEvent) => {
    event.preventDefault()
    showToast({ type: 'info', message: previewSoon })
  }
  return (
    <button type="submit" className="button quiet" name="intent" value="preview" formNoValidate onClick={say}>
      Preview
    </button>
  )
}

type Field = { field: FieldMetadata<string> }

const pause = 400

/** The picture is asked for once the typing pauses. */
function PictureField({ field }: Field) {
  const [typed, setTyped] = useState(String(field.initialValue ?? ''))
  const [address, setAddress] = useState(typed)
  const [broken, setBroken] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAddress(typed.trim()), pause)
    return () => clearTimeout(timer)
  }, [typed])
  const isPicture = /^(https:\/\/.|\/[^/\\])/.test(address)
  return (
    <div className="wide">
      <TextField
        label="Featured image"
        field={field}
        inputMode="url"
        maxLength={addressLength}
        autoComplete="off"
        help="An address that begins with https://, or a path of this site."
        onChange={(event: ChangeEvent<HTMLInputElement>) => setTyped(event.target.value)}
      />
      {isPicture && broken !== address && (
        <img
          key={address}
          className="picture-preview"
          src={address}
          alt="How it looks"
          onError={() => setBroken(address)}
        />
      )}
      {isPicture && broken === address && <p className="help">This picture could not be loaded.</p>}
    </div>
  )
}

function MetaDescription({ field }: Field) {
  const [length, setLength] = useState(String(field.initialValue ?? '').length)
  return (
    <div className="wide">
      <TextArea
        label="Meta description"
        field={field}
        rows={2}
        maxLength={metaDescriptionLength}
        help={
          <>
            What search engines show.{' '}
            <span className="count">
              {length}/{metaDescriptionLength}
            </span>
          </>
        }
        onChange={(event) => setLength(event.target.value.length)}
      />
    </div>
  )
}
