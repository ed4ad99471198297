import { fullName, initials } from './bud'
import type { BudName } from './bud-input.server'
import './bud-links.css'

type Props = {
  buds: BudName[]
  /** How many there are besides these. */
  more: number
  /** Where all of them are. */
  allAt: string
}

/** The buds of a circle or an event on its card, each a link to its edit page. */
export function BudLinks({ buds, more, allAt }: Props) {
  return (
    <ul className="bud-links">
      {buds.map((bud) => (
        <li key={bud._id}>
          <a href={`/dashboard/EditBud/${bud._id}`}>
            <span className="badge small" aria-hidden="true">
              {initials(bud)}
            </span>
            {fullName(bud)}
          </a>
        </li>
      ))}
      {more > 0 && (
        <li>
          <a href={allAt}>and {more} more</a>
        </li>
      )}
    </ul>
  )
}

const onCard = 12

/** A card's part of its buds: a circle of hundreds would make a page of thousands. */
export function budsOnCard(buds: BudName[], totalBuds: number) {
  return { buds: buds.slice(0, onCard), moreBuds: Math.max(0, totalBuds - onCard) }
}
