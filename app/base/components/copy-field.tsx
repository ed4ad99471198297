import { type ReactNode, useId } from 'react'
import { copyText } from './clipboard'
import { DashboardIcon } from './dashboard-icons'
import './copy-field.css'

type Props = {
  label: string
  value: string
  /** Names the value in the toast. */
  noun: string
  /** Other buttons beside Copy. */
  children?: ReactNode
}

/** A text that is shown once, such as a link. Without JavaScript, it is a field to copy from. */
export function CopyField({ label, value, noun, children }: Props) {
  const id = useId()
  return (
    <div className="copy-field" role="status">
      <label htmlFor={id}>{label}</label>
      <input
        className="input"
        id={id}
        readOnly
        value={value}
        autoComplete="off"
        spellCheck={false}
        onFocus={({ target }) => target.select()}
      />
      <div className="buttons">
        <button type="button" className="button js-only" onClick={() => copyText(value, noun)}>
          <DashboardIcon name="copy" />
          Copy
        </button>
        {children}
      </div>
    </div>
  )
}
