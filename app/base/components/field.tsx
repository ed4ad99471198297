import { type FieldMetadata, getInputProps } from '@conform-to/react'
import type { ComponentProps, ReactNode } from 'react'

type FrameProps = {
  label: string
  field: Pick<FieldMetadata<unknown>, 'id' | 'errors' | 'errorId' | 'descriptionId'>
  help?: ReactNode
  /** Replaces the errors of `field`. */
  error?: string
}
export type FieldProps = FrameProps & { field: FieldMetadata<unknown> }

/** Label above the control, help and errors below. */
export function FieldFrame({ label, field, help, error, children }: FrameProps & { children: ReactNode }) {
  const message = error ?? field.errors?.join('. ')
  return (
    <div className="field">
      <label htmlFor={field.id}>{label}</label>
      {children}
      {help && (
        <p className="help" id={field.descriptionId}>
          {help}
        </p>
      )}
      {message && (
        <p className="error" id={field.errorId} role={error && 'alert'}>
          {message}
        </p>
      )}
    </div>
  )
}

/** ARIA attributes that link a control to its help and errors. */
export function ariaProps({ field, help, error }: Omit<FrameProps, 'label'>) {
  const isInvalid = error !== undefined || field.errors !== undefined
  const ids = [isInvalid && field.errorId, help && field.descriptionId].filter(Boolean)
  return { 'aria-invalid': isInvalid || undefined, 'aria-describedby': ids.join(' ') || undefined }
}

type TextProps = Omit<ComponentProps<'input'>, 'type'> & {
  type?: 'text' | 'email' | 'password' | 'number' | 'date' | 'datetime-local'
}

export function TextField({ label, field, help, error, type = 'text', ...rest }: FieldProps & TextProps) {
  const { key, ...props } = getInputProps(field, { type, ariaAttributes: false })
  return (
    <FieldFrame label={label} field={field} help={help} error={error}>
      <input className="input" key={key} {...props} {...ariaProps({ field, help, error })} {...rest} />
    </FieldFrame>
  )
}
