import {
  type FieldMetadata,
  type FormMetadata,
  getInputProps,
  getSelectProps,
  getTextareaProps,
} from '@conform-to/react'
import type { ComponentProps, ReactNode } from 'react'

type Field = FieldMetadata<unknown>
type Described = { label: string; field: Field; help?: ReactNode }

/** Label above, help and errors below; the control inside is tied to them by `describedBy`. */
export function FieldFrame({ label, field, help, children }: Described & { children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={field.id}>{label}</label>
      {children}
      {help && (
        <p className="help" id={field.descriptionId}>
          {help}
        </p>
      )}
      {field.errors && (
        <p className="error" id={field.errorId}>
          {field.errors.join('. ')}
        </p>
      )}
    </div>
  )
}

export const describedBy = ({ field, help }: Pick<Described, 'field' | 'help'>) => ({
  ariaDescribedBy: help ? field.descriptionId : undefined,
})

type TextType = 'text' | 'email' | 'password' | 'url' | 'tel' | 'search' | 'date' | 'datetime-local'

export function TextField({
  label,
  field,
  help,
  type = 'text',
  ...rest
}: Described & Omit<ComponentProps<'input'>, 'type'> & { type?: TextType }) {
  const { key, ...props } = getInputProps(field, { type, ...describedBy({ field, help }) })
  return (
    <FieldFrame label={label} field={field} help={help}>
      <input className="input" key={key} {...props} {...rest} />
    </FieldFrame>
  )
}

/** Shows the values as they are. */
export function SelectField({
  label,
  field,
  help,
  options,
  ...rest
}: Described & ComponentProps<'select'> & { options: readonly string[] }) {
  const { key, ...props } = getSelectProps(field, describedBy({ field, help }))
  return (
    <FieldFrame label={label} field={field} help={help}>
      <select className="input select" key={key} {...props} {...rest}>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </FieldFrame>
  )
}

export function TextArea({ label, field, help, ...rest }: Described & ComponentProps<'textarea'>) {
  const { key, ...props } = getTextareaProps(field, describedBy({ field, help }))
  return (
    <FieldFrame label={label} field={field} help={help}>
      <textarea className="input" rows={4} key={key} {...props} {...rest} />
    </FieldFrame>
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

/** The fields that need another look, each a link to its field. `labels` are by field name. */
export function ErrorSummary({ form, labels }: { form: FormMetadata; labels: Record<string, string> }) {
  const faulty = Object.entries(form.allErrors).filter(([name]) => name !== '')
  if (faulty.length === 0) return null
  const titleId = `${form.id}-summary`
  return (
    <section className="error-summary" aria-labelledby={titleId}>
      <h2 id={titleId}>Please check {faulty.length === 1 ? 'one field' : `${faulty.length} fields`}</h2>
      <ul>
        {faulty.map(([name, errors]) => (
          <li key={name}>
            <a href={`#${form.id}-${name}`}>{labels[name] ?? name}</a>: {errors.join('. ')}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Ticked or not; the label stands beside it. */
export function CheckField({
  field,
  children,
  ...rest
}: { field: Field; children: ReactNode } & ComponentProps<'input'>) {
  const { key, ...props } = getInputProps(field, { type: 'checkbox' })
  return (
    <label className="check">
      <input key={key} {...props} {...rest} />
      <span>{children}</span>
    </label>
  )
}
