import type { FieldMetadata } from '@conform-to/react'
import { type ChangeEvent, type ReactNode, useEffect, useState } from 'react'
import { Icon } from './icons'
import { useErrors } from './outdated-messages'

type Props = {
  label: string
  field: FieldMetadata<unknown>
  /** The stored picture. */
  url: string | null | undefined
  /** In bytes. */
  maximum: number
  tooLarge: string
  help: string
  /** With JavaScript the preview is the control, to press or to drop a file on. */
  isCompact?: boolean
  children?: ReactNode
}

/** A file input with a preview of the picture. */
export function PictureField({ label, field, url: stored, maximum, tooLarge, help, ...rest }: Props) {
  const [preview, setPreview] = useState<string>()
  const [warning, setWarning] = useState<string>()
  useEffect(() => () => URL.revokeObjectURL(preview ?? ''), [preview])

  /** Previews the selected file. Rejects a file that is too large. */
  function previewPicture({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    const isTooLarge = file !== undefined && file.size > maximum
    if (isTooLarge) target.value = ''
    setWarning(isTooLarge ? tooLarge : undefined)
    setPreview(file && !isTooLarge ? URL.createObjectURL(file) : undefined)
  }

  const refused = useErrors(field)
  const errors = warning ? [warning] : refused
  const url = preview ?? stored
  return (
    <div className={`field picture-field ${rest.isCompact ? 'compact' : 'wide'}`}>
      <span className="avatar large">
        {url ? <img src={url} alt="" width="96" height="96" /> : <Icon name="user" />}
      </span>
      <div className="field">
        <label htmlFor={field.id}>{label}</label>
        <input
          type="file"
          accept="image/*"
          id={field.id}
          name={field.name}
          className="file-input"
          aria-invalid={errors ? true : undefined}
          aria-describedby={`${field.descriptionId} ${field.errorId}`}
          onChange={previewPicture}
        />
        <p className="help" id={field.descriptionId}>
          {help}
        </p>
        <p className="error" id={field.errorId} aria-live="polite">
          {errors?.join('. ')}
        </p>
        {rest.children}
      </div>
    </div>
  )
}
