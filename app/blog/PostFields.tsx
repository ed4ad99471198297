import type { FieldMetadata } from '@conform-to/react'
import { type ChangeEvent, useEffect, useState } from 'react'
import { TextField } from '~/components/field'
import { TextArea } from '~/components/other-fields'
import { urlLength } from '~/forms/lengths'
import { metaDescriptionLength } from './post'

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
