import { useLocation } from '@remix-run/react'
import { type ListView, listViews } from '~/base/forms/list-view'
import { Link } from './link'
import { queryWith } from './pagination'

const labels: Record<ListView, string> = { cards: 'Cards', rows: 'Rows' }

/** Links that switch between the views of a list. They keep the search and go to its first page. */
export function ListViews({ view }: { view: ListView }) {
  const { search } = useLocation()
  return (
    <nav className="tabs list-views" aria-label="View">
      {listViews.map((target) => (
        <Link
          key={target}
          to={queryWith(search, 'view', target)}
          aria-current={target === view ? 'true' : undefined}
        >
          {labels[target]}
        </Link>
      ))}
    </nav>
  )
}
