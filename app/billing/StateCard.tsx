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

export function Actions({ children }: { children: ReactNode }) {
  return <div className="state-actions">{children}</div>
}

export function ActionLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Actions>
      <Link className="button quiet" to={href}>
        {children}
      </Link>
    </Actions>
  )
}
