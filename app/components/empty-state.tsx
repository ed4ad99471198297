import type { ReactNode } from 'react'
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
      <Sprout />
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

function Sprout() {
  return (
    <svg
      className="drawing"
      viewBox="0 0 160 120"
      width="160"
      height="120"
      aria-hidden="true"
      focusable="false"
    >
      <circle className="tint" cx="80" cy="56" r="52" />
      <path className="line" d="M80 100V58" />
      <path className="leaf" d="M80 74c0-17 10-27 28-28 0 18-10 28-28 28Z" />
      <path className="leaf pale" d="M80 84c0-14-9-23-25-24 0 15 9 24 25 24Z" />
      <circle className="seed" cx="80" cy="44" r="9" />
      <path className="line ground" d="M28 100h104" />
    </svg>
  )
}
