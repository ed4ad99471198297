import type { FieldMetadata } from '@conform-to/react'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { TextField } from '~/base/components/field'
import { TextArea } from '~/base/components/other-fields'
import { urlLength } from '~/base/forms/lengths'
import { contentWouldChange, metaDescriptionLength } from './post'

type Props = { field: FieldMetadata<string> }

const previewDelay = 400

/** The URL of the picture with a preview, which loads when the user stops typing. */
export function PictureField({ field }: Props) {
  const [typed, setTyped] = useState(String(field.initialValue ?? ''))
  const [url, setUrl] = useState(typed)
  const [failedUrl, setFailedUrl] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setUrl(typed.trim()), previewDelay)
    return () => clearTimeout(timer)
  }, [typed])
  const isPicture = /^(https:\/\/.|\/[^/\\])/.test(url)
  return (
    <div className="wide">
      <TextField
        label="Featured image"
        field={field}
        inputMode="url"
        maxLength={urlLength}
        autoComplete="off"
        help="An address that begins with https://, or a path of this site."
        onChange={(event: ChangeEvent<HTMLInputElement>) => setTyped(event.target.value)}
      />
      {isPicture && failedUrl !== url && (
        <img
          key={url}
          className="picture-preview"
          src={url}
          alt="How it looks"
          onError={() => setFailedUrl(url)}
        />
      )}
      {isPicture && failedUrl === url && <p className="help">This picture could not be loaded.</p>}
    </div>
  )
}

export function MetaDescriptionField({ field }: Props) {
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

type ChangesProps = {
  /** A new value moves the focus to this section. */
  actionData: object | undefined
  /** The content without the parts that the sanitiser removes. */
  sanitised: string
  changes: string[]
}

/** Asks the author to accept the changes of the sanitiser. */
export function ContentChanges({ actionData, sanitised, changes }: ChangesProps) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    // In the next frame, after Conform has focused the first invalid field.
    if (actionData) requestAnimationFrame(() => section.current?.focus())
  }, [actionData])
  return (
    <section ref={section} tabIndex={-1} className="error-summary cleaning" aria-labelledby="cleaning">
      <h2 id="cleaning">{contentWouldChange}</h2>
      <p>It could run in a reader's browser or has no place in an article. Nothing is saved yet.</p>
      <ul>
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
      <details>
        <summary>The cleaned version</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a scrollable element */}
        <pre tabIndex={0}>{sanitised}</pre>
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
