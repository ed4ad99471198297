import { useLocation } from '@remix-run/react'
import { Icon } from './icons'
import { Link } from './link'

type Props = { page: number; pages: number }

/** Links to the pages of a list. Prev and Next wrap around. */
export function Pagination({ page, pages }: Props) {
  const { search } = useLocation()
  if (pages < 2) return null
  const to = (target: number) => queryWith(search, 'page', target)
  return (
    <nav className="pagination" aria-label="Pages">
      <Link to={to(page > 1 ? page - 1 : pages)}>
        <Icon name="chevron-left" />
        <span>Prev</span>
      </Link>
      <ul className="pages">
        {shownPages(page, pages).map((entry, n) =>
          entry === gap ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a gap is identified only by its position
            <li key={`gap${n}`} className="gap" aria-hidden="true">
              {gap}
            </li>
          ) : (
            <li key={entry}>
              <Link
                to={to(entry)}
                aria-label={`Page ${entry}`}
                aria-current={entry === page ? 'page' : undefined}
              >
                {entry}
              </Link>
            </li>
          ),
        )}
      </ul>
      <Link to={to(page < pages ? page + 1 : 1)}>
        <span>Next</span>
        <Icon name="chevron-right" />
      </Link>
    </nav>
  )
}

const gap = '...' as const

/** The first page, the current one with its neighbours, the last one, and gaps between them (product 7.1). */
export function shownPages(page: number, pages: number): (number | typeof gap)[] {
  const neighbours = [page - 1, page, page + 1].filter((number) => number > 1 && number < pages)
  const before = page > 3 ? [gap] : []
  const after = page < pages - 2 ? [gap] : []
  return [1, ...before, ...neighbours, ...after, pages]
}

/** The query with one parameter set, without an open delete confirmation. Any other parameter begins at the first page. */
export function queryWith(search: string, name: string, value: string | number) {
  const query = new URLSearchParams(search)
  for (const dropped of ['delete', 'page', name]) query.delete(dropped)
  query.append(name, String(value))
  return `?${query}`
}
