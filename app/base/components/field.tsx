import type { FieldMetadata } from '@conform-to/react'
import type { ComponentProps, ReactNode } from 'react'
import { useErrors } from './outdated-messages'

type FrameProps = {
  label: ReactNode
  field: Pick<FieldMetadata<unknown>, 'id' | 'errors' | 'errorId' | 'descriptionId'>
  help?: ReactNode
  /** Replaces the errors of `field`. */
  error?: string
  /** What stands at the field in place of a message that is about several fields. */
  messages?: Record<string, string>
}
export type FieldProps = FrameProps & { field: FieldMetadata<unknown> }

type Children = { children: ReactNode }

/** Label above the control, help and errors below. */
export function FieldFrame({ label, field, help, error, messages, children }: FrameProps & Children) {
  const errors = useErrors(field)
  const message = error ?? errors?.map((text) => messages?.[text] ?? text).join('. ')
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

/** The errors of a fieldset. */
export function FieldErrors({ field }: Pick<FrameProps, 'field'>) {
  const errors = useErrors(field)
  return (
    errors && (
      <p className="error" id={field.errorId}>
        {errors.join('. ')}
      </p>
    )
  )
}

/** ARIA attributes that link a control to its help and errors. */
export function useAriaProps({ field, help, error }: Omit<FrameProps, 'label'>) {
  const errors = useErrors(field)
  const isInvalid = error !== undefined || errors !== undefined
  const ids = [isInvalid && field.errorId, help && field.descriptionId].filter(Boolean)
  return { 'aria-invalid': isInvalid || undefined, 'aria-describedby': ids.join(' ') || undefined }
}

/** What conform's `getInputProps` takes from a field without constraints, for 1 kB less on the page of a bud. */
export function inputProps(
  { key, id, name, formId: form, initialValue }: FieldMetadata<unknown>,
  type: string,
) {
  return {
    key,
    id,
    name,
    form,
    type,
    ...(typeof initialValue === 'string' && { defaultValue: initialValue }),
  }
}

type TextProps = Omit<ComponentProps<'input'>, 'type'> & {
  type?: 'text' | 'email' | 'password' | 'number' | 'date' | 'datetime-local'
}

export function TextField({
  label,
  field,
  help,
  error,
  messages,
  type = 'text',
  ...rest
}: FieldProps & TextProps) {
  const { key, ...props } = inputProps(field, type)
  return (
    <FieldFrame label={label} field={field} help={help} error={error} messages={messages}>
      <input className="input" key={key} {...props} {...useAriaProps({ field, help, error })} {...rest} />
    </FieldFrame>
  )
}
