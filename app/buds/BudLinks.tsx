import { Link } from '@remix-run/react'
import { fullName, initials } from './bud'
import type { BudName } from './bud-input.server'
import './bud-links.css'

type Props = {
  buds: BudName[]
  more: number
  allPath: string
}

/** The buds of a circle or an event on its card, each linked to its edit screen. See `ListCard` for `discover`. */
export function BudLinks({ buds, more, allPath }: Props) {
  return (
    <ul className="bud-links">
      {buds.map((bud) => (
        <li key={bud._id}>
          <Link to={`/dashboard/EditBud/${bud._id}`} discover="none">
            <span className="badge small" aria-hidden="true">
              {initials(bud)}
            </span>
            {fullName(bud)}
          </Link>
        </li>
      ))}
      {more > 0 && (
        <li>
          <Link to={allPath} discover="none">
            and {more} more
          </Link>
        </li>
      )}
    </ul>
  )
}

const cardLimit = 12

/** The buds that a card shows, and the number of the others. */
export function firstBuds(buds: BudName[], totalBuds: number) {
  return { buds: buds.slice(0, cardLimit), moreBuds: Math.max(0, totalBuds - cardLimit) }
}
