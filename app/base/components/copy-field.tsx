import { type ReactNode, useId } from 'react'
import { copyText } from './clipboard'
import { DashboardIcon } from './dashboard-icons'
import './copy-field.css'

type Props = {
  label: string
  value: string
  /** Names the value in the toast. */
  noun: string
  /** Called once the text was copied, by the button or from the field. */
  onCopied?: (() => void) | undefined
  /** For one of several, of which another button is the main one. */
  isQuiet?: boolean | undefined
  /** Other buttons beside Copy. */
  children?: ReactNode
}

/** A text that is shown once, such as a link. Without JavaScript, it is a field to copy from. */
export function CopyField({ label, value, noun, onCopied, isQuiet, children }: Props) {
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
        onCopy={onCopied}
      />
      <div className="buttons">
        <button
          type="button"
          className={isQuiet ? 'button quiet js-only' : 'button js-only'}
          onClick={async () => (await copyText(value, noun)) && onCopied?.()}
        >
          <DashboardIcon name="copy" />
          Copy
        </button>
        {children}
      </div>
    </div>
  )
}
