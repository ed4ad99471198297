import { getSelectProps, getTextareaProps } from '@conform-to/react'
import type { ComponentProps } from 'react'
import { FieldFrame, type FieldProps, useAriaProps } from './field'

type Option = string | { value: string | number; label: string }
type SelectProps = Omit<FieldProps, 'error'> &
  ComponentProps<'select'> & { options: readonly Option[]; placeholder?: string }

/** An option without a label shows its value. The `placeholder` is selected initially if the field has no value. */
export function SelectField({ label, field, help, messages, options, placeholder, ...rest }: SelectProps) {
  const { key, defaultValue, ...props } = getSelectProps(field, { ariaAttributes: false })
  return (
    <FieldFrame label={label} field={field} help={help} messages={messages}>
      <select
        className="input select"
        key={key}
        defaultValue={defaultValue?.toString()}
        {...props}
        {...useAriaProps({ field, help })}
        {...rest}
      >
        {placeholder && <option value="">{placeholder}</option>}
        {options.map((option) =>
          typeof option === 'string' ? (
            <option key={option}>{option}</option>
          ) : (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ),
        )}
      </select>
    </FieldFrame>
  )
}

export function TextArea({ label, field, help, error, ...rest }: FieldProps & ComponentProps<'textarea'>) {
  const { key, ...props } = getTextareaProps(field, { ariaAttributes: false })
  return (
    <FieldFrame label={label} field={field} help={help} error={error}>
      <textarea
        className="input"
        rows={3}
        key={key}
        {...props}
        {...useAriaProps({ field, help, error })}
        {...rest}
      />
    </FieldFrame>
  )
}

/** A checkbox that submits `true` when checked, and nothing otherwise. */
export function CheckField({ label, field, help }: FieldProps) {
  return (
    <div className="field">
      <label className="check">
        <input
          type="checkbox"
          id={field.id}
          name={field.name}
          value="true"
          defaultChecked={field.initialValue === 'true'}
          {...useAriaProps({ field, help })}
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
