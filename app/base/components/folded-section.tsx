import { type ReactNode, useState } from 'react'
import { Icon } from './icons'
import './folded-section.css'

type Props = {
  title: string
  /** Whether it has content or errors. Once open, only the user closes it. */
  isOpen: boolean
  children: ReactNode
}

/** A section of a form that is folded while it is empty. Its fields are part of the form at all times. */
export function FoldedSection({ title, isOpen, children }: Props) {
  return (
    <Folded className="folded" title={<h2>{title}</h2>} isOpen={isOpen}>
      {children}
    </Folded>
  )
}

/** The folded part of a section. */
export function FoldedPart({ title, isOpen, children }: Props) {
  return (
    <Folded className="folded part" title={title} isOpen={isOpen}>
      {children}
    </Folded>
  )
}

function Folded({
  className,
  title,
  isOpen,
  children,
}: Omit<Props, 'title'> & { className: string; title: ReactNode }) {
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  return (
    <details className={className} open={wasOpen}>
      <summary>
        <Icon name="chevron-down" />
        {title}
      </summary>
      <div className="form-section">{children}</div>
    </details>
  )
}
