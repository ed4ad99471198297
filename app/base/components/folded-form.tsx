import type { ReactNode } from 'react'
import { Icon } from './icons'
import './folded-form.css'

type Props = {
  /** The words of the button that opens it. */
  label: string
  /** Whether it was refused. */
  isOpen: boolean
  children: ReactNode
}

/** A form below its button, which works without JavaScript. Its fields are part of the page at all times. */
export function FoldedForm({ label, isOpen, children }: Props) {
  return (
    <details className="folded-form wide" open={isOpen}>
      <summary className="button quiet">
        <Icon name="plus" />
        {label}
      </summary>
      {children}
    </details>
  )
}
