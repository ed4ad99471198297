import type { ReactNode } from 'react'
import { Icon } from './icons'
import './folded-rest.css'

type Props = { count: number; isOpen?: boolean; children: ReactNode }

/** The rest of a list, folded so that what follows the list is near. */
export function FoldedRest({ count, isOpen, children }: Props) {
  if (count <= 0) return null
  return (
    <details className="folded-rest" open={isOpen}>
      <summary>
        Show {count} more
        <Icon name="chevron-down" />
      </summary>
      {children}
    </details>
  )
}
