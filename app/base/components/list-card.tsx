import type { MouseEvent, ReactNode } from 'react'
import { Link } from './link'

/**
 * Props of a delete button. It opens the confirmation. Without JavaScript it submits `form` with the id as `delete`.
 */
export type DeleteButtonProps = { form: string; onClick: (event: MouseEvent<HTMLButtonElement>) => void }

/**
 * A fact is a short line about a record. Cards show an icon for each but `words`. Rows leave out `words` and `tags`.
 * Only rows have `last` and `due`.
 */
type Facts = Partial<Record<'job' | 'time' | 'place' | 'tags' | 'words' | 'last' | 'due', ReactNode>>

export type ListItemProps = {
  _id: string
  /** Initials in the round badge. */
  badge: string
  /** The classes that draw a face over the initials. Only rows have it: a card shows its initials. */
  face?: string
  /** Replaces the initials. */
  photo?: string | null
  /** The type of the record, shown as a tag. */
  type: string
  /** The CSS class that colours badge and tag. */
  tint?: string
  /** The heading. */
  name: string
  /** A box that selects the record. */
  select?: ReactNode
  /**
   * With 'render', Remix asks the server for the route of each link. The items of a list have the same routes: the first one's
   * are enough.
   */
  discover: 'render' | 'none'
  heading?: 'h2' | 'h3'
  /** A second name below the heading. */
  alias?: string
  /** The path of the record's own screen, without the id. The whole card or row leads there. */
  path: string
  /** The state of the history with which a row opens that screen. */
  state?: unknown
  /** In the order in which they are shown. */
  facts: Facts
  /** A row shows this in place of `children`. */
  count?: string
  /** The path of the edit screen, without the id. */
  editPath: string
  deleteButton: DeleteButtonProps
  /** The rest of a card. */
  children?: ReactNode
}

/** A card in a list of records. Its styles are in `routes/dashboard/dashboard.css`. */
export function ListCard({ _id, type, tint = type, alias, facts, deleteButton, ...props }: ListItemProps) {
  const { heading: Heading = 'h2', discover } = props
  return (
    <li className="list-card">
      {props.photo ? (
        <img className="badge" src={props.photo} alt="" width="56" height="56" loading="lazy" />
      ) : (
        <span className={`badge ${tint}`} aria-hidden="true">
          {props.badge}
        </span>
      )}
      {props.select}
      <div className="list-card-title">
        <Heading id={_id}>
          <Link className="opener" to={`${props.path}/${_id}`} discover={discover} prefetch="intent">
            {props.name}
          </Link>
        </Heading>
        {alias && <p className="alias">{alias}</p>}
      </div>
      <span className={`tag ${tint}`}>{type}</span>
      <div className="list-card-facts">
        {Object.entries(facts).map(
          ([kind, text]) =>
            text && (
              <p key={kind} className={kind}>
                {text}
              </p>
            ),
        )}
      </div>
      {props.children}
      <div className="list-card-actions">
        <Link
          className="button quiet"
          to={`${props.editPath}/${_id}`}
          discover={discover}
          prefetch="intent"
          aria-describedby={_id}
        >
          View / Edit
        </Link>
        <button
          type="submit"
          className="button bare"
          {...deleteButton}
          name="delete"
          value={_id}
          aria-describedby={_id}
        >
          Delete
        </button>
      </div>
    </li>
  )
}
