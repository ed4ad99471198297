import { type ReactNode, useState } from 'react'
import { Icon } from './icons'
import './folded-section.css'

type Props = {
  title: string
  /** Once open, only the user closes it. */
  isOpen: boolean
  /** What its fields have. The heading says it while it is closed. */
  content?: string[]
  children: ReactNode
}

/** A section of a form that is folded until it is needed. Its fields are part of the form at all times. */
export function FoldedSection({ title, ...props }: Props) {
  return <Folded {...props} className="folded" title={<h2>{title}</h2>} />
}

/** The folded part of a section. */
export function FoldedPart(props: Props) {
  return <Folded {...props} className="folded part" />
}

function Folded({
  className,
  title,
  isOpen,
  content = [],
  children,
}: Omit<Props, 'title'> & { className: string; title: ReactNode }) {
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  return (
    <details className={className} open={wasOpen}>
      <summary>
        <Icon name="chevron-down" />
        {title}
        {content.length > 0 && <span className="folded-content">{content.join(' · ')}</span>}
      </summary>
      <div className="form-section">{children}</div>
    </details>
  )
}
