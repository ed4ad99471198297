import { useLocation } from '@remix-run/react'
import { Icon } from './icons'

type Props = { page: number; pages: number }

/** Links, so that pages can be opened without JavaScript; at either end the way leads round. */
export function Pagination({ page, pages }: Props) {
  const { search } = useLocation()
  if (pages < 2) return null
  const others = otherParameters(search)
  const to = (target: number) => `?${others}page=${target}`
  return (
    <nav className="pagination" aria-label="Pages">
      <a href={to(page > 1 ? page - 1 : pages)}>
        <Icon name="chevron-left" />
        <span>Prev</span>
      </a>
      <ul className="pages">
        {shownPages(page, pages).map((shown, place) =>
          shown === gap ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no other identity than its place
            <li key={`gap${place}`} className="gap" aria-hidden="true">
              {gap}
            </li>
          ) : (
            <li key={shown}>
              <a
                href={to(shown)}
                aria-label={`Page ${shown}`}
                aria-current={shown === page ? 'page' : undefined}
              >
                {shown}
              </a>
            </li>
          ),
        )}
      </ul>
      <a href={to(page < pages ? page + 1 : 1)}>
        <span>Next</span>
        <Icon name="chevron-right" />
      </a>
    </nav>
  )
}

const gap = '...' as const

/** The first page, the current one with its neighbours, the last one, and gaps between them (product 7.1). */
export function shownPages(page: number, pages: number): (number | typeof gap)[] {
  const near = [page - 1, page, page + 1].filter((shown) => shown > 1 && shown < pages)
  const before = page > 3 ? [gap] : []
  const after = page < pages - 2 ? [gap] : []
  return [1, ...before, ...near, ...after, pages]
}

/** What else the address asks for; a question that was put on the page is not asked on the next. */
function otherParameters(search: string) {
  const query = new URLSearchParams(search)
  query.delete('delete')
  query.delete('page')
  return query.size > 0 ? `${query}&` : ''
}
