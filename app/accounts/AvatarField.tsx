import type { FieldMetadata } from '@conform-to/react'
import { type ChangeEvent, useEffect, useState } from 'react'
import { Icon } from '~/components/icons'
import { showToast } from '~/components/toasts'
import { avatarMaximum, pictureTooLarge, type User } from './account'

type Props = { field: FieldMetadata<unknown>; user: Pick<User, 'avatar'> }

export function AvatarField({ field, user }: Props) {
  const [preview, setPreview] = useState<string>()
  const [warning, setWarning] = useState<string>()
  useEffect(() => () => URL.revokeObjectURL(preview ?? ''), [preview])

  /** Previews the selected file. Rejects a file that is too large. */
  function previewPicture({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    const isTooLarge = file !== undefined && file.size > avatarMaximum
    if (isTooLarge) {
      target.value = ''
      showToast({ type: 'error', message: pictureTooLarge })
    }
    setWarning(isTooLarge ? pictureTooLarge : undefined)
    setPreview(file && !isTooLarge ? URL.createObjectURL(file) : undefined)
  }

  const errors = warning ? [warning] : field.errors
  const url = preview ?? user.avatar
  return (
    <div className="field picture-field wide">
      <span className="avatar large">
        {url ? <img src={url} alt="" width="96" height="96" /> : <Icon name="user" />}
      </span>
      <div className="field">
        <label htmlFor={field.id}>Picture</label>
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
          At most 500 kB. It is cut to a square.
        </p>
        <p className="error" id={field.errorId} aria-live="polite">
          {errors?.join('. ')}
        </p>
      </div>
    </div>
  )
}
