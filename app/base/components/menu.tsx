import type { FocusEvent, KeyboardEvent, ReactNode } from 'react'
import './menu.css'

type Props = {
  label: ReactNode
  /** The id of what the menu is about, if the label alone does not say it. */
  describedBy?: string
  /** Whether it is initially open. */
  isOpen?: boolean
  children: ReactNode
}

/** A button that opens a list of links and buttons. Opening one menu closes the others. */
export function Menu({ label, describedBy, isOpen, children }: Props) {
  return (
    <details
      className="menu"
      name="menu"
      open={isOpen}
      onKeyDown={closeOnEscape}
      onBlur={closeOnFocusOutside}
    >
      <summary className="button bare" aria-describedby={describedBy}>
        {label}
      </summary>
      <div>{children}</div>
    </details>
  )
}

function closeOnEscape({ key, currentTarget }: KeyboardEvent<HTMLDetailsElement>) {
  if (key !== 'Escape' || !currentTarget.open) return
  currentTarget.open = false
  currentTarget.querySelector('summary')?.focus()
}

/** Safari gives buttons no focus on a press, so the menu stays open if the focus goes to nothing. */
function closeOnFocusOutside({ currentTarget, relatedTarget }: FocusEvent<HTMLDetailsElement>) {
  if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.open = false
}
