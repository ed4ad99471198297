import { type ComponentProps, useState } from 'react'
import { FieldFrame, type FieldProps, inputProps, useAriaProps } from './field'

type Props = Omit<FieldProps, 'error'> & ComponentProps<'input'>

/** A password input with a Show/Hide button. */
export function PasswordField({ label, field, help, ...rest }: Props) {
  const [isShown, setShown] = useState(false)
  const { key, ...props } = inputProps(field, 'password')
  return (
    <FieldFrame label={label} field={field} help={help}>
      <div className="password-box">
        <input
          className="input"
          key={key}
          {...props}
          {...useAriaProps({ field, help })}
          {...rest}
          type={isShown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
        />
        <button type="button" className="js-only" aria-controls={field.id} onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide' : 'Show'}
          <span className="visually-hidden"> password</span>
        </button>
      </div>
    </FieldFrame>
  )
}
