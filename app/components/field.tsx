import { type FieldMetadata, getInputProps } from '@conform-to/react'
import type { ComponentProps, ReactNode } from 'react'

type Field = FieldMetadata<unknown>
export type Described = {
  label: string
  field: Field
  help?: ReactNode
  /** Stands in for the field's own errors. */
  error?: string
}

/** Label above, help and errors below. */
export function FieldFrame({ label, field, help, error, children }: Described & { children: ReactNode }) {
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

/** Ties a control to its help and its errors. */
export function described({ field, help, error }: Omit<Described, 'label'>) {
  const isInvalid = error !== undefined || field.errors !== undefined
  const ids = [isInvalid && field.errorId, help && field.descriptionId].filter(Boolean)
  return { 'aria-invalid': isInvalid || undefined, 'aria-describedby': ids.join(' ') || undefined }
}

type TextProps = Omit<ComponentProps<'input'>, 'type'> & {
  type?: 'text' | 'email' | 'password' | 'date' | 'datetime-local'
}

export function TextField({ label, field, help, error, type = 'text', ...rest }: Described & TextProps) {
  const { key, ...props } = getInputProps(field, { type, ariaAttributes: false })
  return (
    <FieldFrame label={label} field={field} help={help} error={error}>
      <input className="input" key={key} {...props} {...described({ field, help, error })} {...rest} />
    </FieldFrame>
  )
}
