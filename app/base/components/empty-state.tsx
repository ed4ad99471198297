import type { ReactNode } from 'react'
import { Seedling } from './drawing'
import { Link } from './link'

type Props = {
  sentence: string
  /** The link below the sentence. `isMain`: it is the main action of the screen. */
  link?: { label: string; to: string; isMain?: boolean }
  /** Content above the link. */
  children?: ReactNode
}

/** Shown in place of an empty list: a drawing, one sentence, one link. */
export function EmptyState({ sentence, link, children }: Props) {
  return (
    <div className="empty-state">
      <Seedling />
      <p>{sentence}</p>
      {children}
      {link && (
        <Link
          className={link.isMain ? 'button' : 'button quiet'}
          to={link.to}
          prefetch={link.isMain ? 'intent' : 'none'}
        >
          {link.label}
        </Link>
      )}
    </div>
  )
}
