import type { ReactNode } from 'react'
import { Seedling } from './drawing'
import { Link } from './link'
import './empty-state.css'

type Props = {
  sentence: string
  /** The icon of the screen. By default a seedling. */
  icon?: ReactNode
  /** The link below the sentence. `isMain`: it is the main action of the screen. */
  link?: { label: string; to: string; isMain?: boolean }
  /** Content above the link. */
  children?: ReactNode
  /** Another way, beside the link. */
  after?: ReactNode
}

/** Shown in place of an empty list: a drawing, one sentence, one link. */
export function EmptyState({ sentence, icon, link, children, after }: Props) {
  return (
    <div className="empty-state">
      {icon ? <span className="empty-mark">{icon}</span> : <Seedling />}
      <p>{sentence}</p>
      {children}
      {(link || after) && (
        <div className="empty-links">
          {link && (
            <Link
              className={link.isMain ? 'button' : 'button quiet'}
              to={link.to}
              prefetch={link.isMain ? 'intent' : 'none'}
            >
              {link.label}
            </Link>
          )}
          {after}
        </div>
      )}
    </div>
  )
}
