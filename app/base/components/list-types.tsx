import { useLocation } from '@remix-run/react'
import { Link } from './link'
import { queryWith } from './pagination'

type Props = {
  counts: Record<string, number>
  /** The select of the search that has the types, all of them first. */
  filter: { name: string; label: string; options: readonly string[] } | undefined
  current: Record<string, string>
}

/** Links to the types of a list, with the number of what the search finds of each. */
export function ListTypes({ counts, filter, current }: Props) {
  const { search } = useLocation()
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  if (!filter || total === 0) return null
  return (
    <nav className="list-types" aria-label={filter.label}>
      {filter.options.map((type, n) => (
        <Link
          key={type}
          to={queryWith(search, filter.name, type)}
          aria-current={type === current[filter.name] ? 'true' : undefined}
        >
          {n === 0 ? 'All' : type} <span>{n === 0 ? total : (counts[type] ?? 0)}</span>
        </Link>
      ))}
    </nav>
  )
}
