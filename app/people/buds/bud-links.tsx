import { countOrNone } from '~/base/components/count'
import { Link } from '~/base/components/link'
import type { ListView } from '~/base/forms/list-view'
import { fullName, initials } from './bud'
import type { BudName } from './bud-input.server'
import './bud-links.css'

type Props = ReturnType<typeof firstBuds> & {
  _id: string
  /** The path of the edit screen of the circle or event, without the id. */
  editPath: string
  /** The text in place of an empty list. */
  none: string
  /** The path of the plan for the buds (product 21.1). */
  planPath: string
}

/**
 * The buds on the card of a circle or event, with links to their edit screens. Those after the first few are folded, so
 * that cards beside a large one are not tall and empty. For `discover`, see `ListItemProps`.
 */
export function BudLinks({ _id, buds, totalBuds, editPath, none, planPath }: Props) {
  const moreBuds = totalBuds - buds.length
  // A fold for one would take as much room as it does.
  const unfolded = totalBuds > unfoldedBuds + 1 ? unfoldedBuds : buds.length
  const folded = buds.slice(unfolded)
  const hidden = totalBuds - unfolded
  if (buds.length === 0) return <p className="help">{none}</p>
  return (
    <>
      <ul className="bud-links">{buds.slice(0, unfolded).map(budLink)}</ul>
      {folded.length > 0 && (
        <details className="folded-buds">
          <summary aria-describedby={_id}>
            {folded.slice(0, faces).map((bud) => (
              <Initials key={bud._id} bud={bud} />
            ))}
            {hidden > faces && <span className="unseen">+{hidden - faces}</span>}
            <span className="hidden">+{hidden}</span>
            <span className="visually-hidden"> ({hidden} more buds)</span>
          </summary>
          <ul className="bud-links">
            {folded.map(budLink)}
            {moreBuds > 0 && (
              <li>
                <Link to={`${editPath}/${_id}`} discover="none">
                  and {moreBuds} more
                </Link>
              </li>
            )}
          </ul>
        </details>
      )}
      <Link className="plan-link" to={planPath} discover="none" aria-describedby={_id}>
        Plan together
      </Link>
    </>
  )
}

const unfoldedBuds = 3

/** How many folded buds have a face, where there is room. */
const faces = 4

const budLink = (bud: BudName) => (
  <li key={bud._id}>
    <Link to={`/dashboard/EditBud/${bud._id}`} discover="none">
      <Initials bud={bud} />
      {fullName(bud)}
    </Link>
  </li>
)

const Initials = ({ bud }: { bud: BudName }) => (
  <span className="badge small Other" aria-hidden="true">
    {initials(bud)}
  </span>
)

/** Names on a card or row. A row shows only their number. */
const shownNames: Record<ListView, number> = { cards: 12, rows: 0 }

/** The buds whose names a circle or event shows in a list, and the number of all its buds. */
export function firstBuds(buds: BudName[], totalBuds: number, view: ListView) {
  return { buds: buds.slice(0, shownNames[view]), totalBuds }
}

export const budCount = (count: number) => countOrNone(count, 'bud')
