import { useLocation } from '@remix-run/react'
import { otherLetters } from '~/base/forms/list-letters'
import { Link } from './link'
import { queryWith } from './pagination'
import './list-letters.css'

type Props = {
  letters: { letter: string; page: number }[]
  /** The current page. */
  page: number
}

/** Links to the pages on which the letters begin, beside a list by name. */
export function ListLetters({ letters, page: current }: Props) {
  const { search } = useLocation()
  if (letters.length === 0) return null
  return (
    <nav className="list-letters" aria-label="Letters">
      {letters.map(({ letter, page }) => (
        <Link
          key={letter}
          to={queryWith(search, 'page', page)}
          aria-label={letter === otherLetters ? `${letter}, other names` : `Names with ${letter}`}
          aria-current={page === current ? 'true' : undefined}
        >
          {letter}
        </Link>
      ))}
    </nav>
  )
}
