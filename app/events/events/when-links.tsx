import { useLocation } from '@remix-run/react'
import { Link } from '~/base/components/link'
import { queryWith } from '~/base/components/pagination'
import { type EventWhen, eventWhen } from './event'

const labels: Record<EventWhen, string> = { upcoming: 'Coming', past: 'Past', all: 'All' }

/** Links that switch between coming events, past ones and all. They keep the search and go to its first page. */
export function WhenLinks({ when }: { when: EventWhen }) {
  const { search } = useLocation()
  return (
    <nav className="tabs event-when" aria-label="When">
      {eventWhen.map((target) => (
        <Link
          key={target}
          to={queryWith(search, 'when', target)}
          aria-current={target === when ? 'true' : undefined}
        >
          {labels[target]}
        </Link>
      ))}
    </nav>
  )
}
