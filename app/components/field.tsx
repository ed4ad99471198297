import {
  type FieldMetadata,
  type FormMetadata,
  getInputProps,
  getSelectProps,
  getTextareaProps,
} from '@conform-to/react'
import { type ComponentProps, Fragment, type ReactNode } from 'react'

type Field = FieldMetadata<unknown>
type Described = {
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
  type?: 'text' | 'email' | 'password' | 'datetime-local'
}

export function TextField({ label, field, help, error, type = 'text', ...rest }: Described & TextProps) {
  const { key, ...props } = getInputProps(field, { type, ariaAttributes: false })
  return (
    <FieldFrame label={label} field={field} help={help} error={error}>
      <input className="input" key={key} {...props} {...described({ field, help, error })} {...rest} />
    </FieldFrame>
  )
}

/** Shows the values as they are; with a `placeholder` none is chosen at first. */
export function SelectField({
  label,
  field,
  help,
  error,
  options,
  placeholder,
  ...rest
}: Described & ComponentProps<'select'> & { options: readonly string[]; placeholder?: string }) {
  const { key, defaultValue, ...props } = getSelectProps(field, { ariaAttributes: false })
  return (
    <FieldFrame label={label} field={field} help={help} error={error}>
      <select
        className="input select"
        key={key}
        defaultValue={defaultValue?.toString()}
        {...props}
        {...described({ field, help, error })}
        {...rest}
      >
        {placeholder && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </FieldFrame>
  )
}

export function TextArea({ label, field, help, error, ...rest }: Described & ComponentProps<'textarea'>) {
  const { key, ...props } = getTextareaProps(field, { ariaAttributes: false })
  return (
    <FieldFrame label={label} field={field} help={help} error={error}>
      <textarea
        className="input"
        rows={4}
        key={key}
        {...props}
        {...described({ field, help, error })}
        {...rest}
      />
    </FieldFrame>
  )
}

/** Ticked it is sent as `true`, otherwise not at all. */
export function CheckField({ label, field, help }: Described) {
  return (
    <div className="field">
      <label className="check">
        <input
          type="checkbox"
          id={field.id}
          name={field.name}
          value="true"
          defaultChecked={field.initialValue === 'true'}
          {...described({ field, help })}
        />
        <span>{label}</span>
      </label>
      {help && (
        <p className="help" id={field.descriptionId}>
          {help}
        </p>
      )}
    </div>
  )
}

/** What went wrong with the form as a whole. */
export function FormError({ msg, id }: { msg?: string; id?: string }) {
  if (!msg) return null
  return (
    <p className="form-error" role="alert" id={id}>
      {msg}
    </p>
  )
}

type SummaryProps = {
  form: FormMetadata
  /** By field name. */
  labels: Record<string, string>
  title?: string
  children?: ReactNode
}

/** The fields that need another look, each a link to its field; those with the same message share it. */
export function ErrorSummary({ form, labels, title, children }: SummaryProps) {
  const faulty = Object.entries(form.allErrors).filter(([name]) => name !== '')
  if (faulty.length === 0) return null
  const titleId = `${form.id}-summary`
  return (
    <section className="error-summary" aria-labelledby={titleId} role={title && 'alert'}>
      <h2 id={titleId}>
        {title ?? `Please check ${faulty.length === 1 ? 'one field' : `${faulty.length} fields`}`}
      </h2>
      <ul>
        {byMessage(faulty).map(([message, names]) => (
          <li key={message}>
            {names.map((name, n) => (
              <Fragment key={name}>
                {n > 0 && ', '}
                <a href={`#${form.id}-${name}`}>{labels[name] ?? name}</a>
              </Fragment>
            ))}
            : {message}
          </li>
        ))}
      </ul>
      {children}
    </section>
  )
}

function byMessage(faulty: [name: string, errors: string[]][]) {
  const names = new Map<string, string[]>()
  for (const [name, errors] of faulty) {
    const message = errors.join('. ')
    names.set(message, [...(names.get(message) ?? []), name])
  }
  return [...names]
}
