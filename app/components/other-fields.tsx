import { getSelectProps, getTextareaProps } from '@conform-to/react'
import type { ComponentProps } from 'react'
import { type Described, described, FieldFrame } from './field'

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
