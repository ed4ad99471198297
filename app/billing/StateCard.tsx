import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import './subscription-state.css'

type Props = { title: string; fact?: ReactNode; kind?: string; children: ReactNode }

/** If there is a `fact`, it is the large text of the card, and the title is a tag above it. */
export function StateCard({ title, fact, kind = '', children }: Props) {
  return (
    <section className={`card state-card ${kind}`}>
      <h2 className={fact ? 'tag' : undefined}>{title}</h2>
      {fact && <p className="fact">{fact}</p>}
      {children}
    </section>
  )
}

export function ActionLink({ href, children }: { href: string; children: string }) {
  return (
    <div className="state-actions">
      <Link className="button quiet" to={href}>
        {children}
      </Link>
    </div>
  )
}
