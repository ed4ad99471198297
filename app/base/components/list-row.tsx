import { Link } from './link'
import type { ListItemProps } from './list-card'
import './list-rows.css'

/**
 * A row in a dense list of records. An empty fact keeps its place, so that the columns are aligned. For `discover`, see
 * `ListCard`.
 */
export function ListRow({ _id, type, tint = type, alias, facts, count, photo, ...props }: ListItemProps) {
  const { words, ...short } = facts
  const { heading: Heading = 'h2' } = props
  const editPath = `${props.editPath}/${_id}`
  return (
    <li className="list-row">
      <span className={`badge small ${tint}`} aria-hidden="true">
        {photo ? <img src={photo} alt="" width="28" height="28" loading="lazy" /> : props.badge}
      </span>
      <Heading id={_id}>
        <Link to={props.path ? `${props.path}/${_id}` : editPath} discover="none">
          {props.name}
        </Link>
      </Heading>
      <div className="list-row-facts">
        {Object.entries({ alias, ...short, count }).map(
          ([kind, text]) =>
            text !== undefined && (
              <p key={kind} className={kind}>
                {text}
              </p>
            ),
        )}
      </div>
      <span className={`tag ${tint}`}>{type}</span>
      <div className="list-row-actions">
        <Link
          className="icon-button edit"
          to={editPath}
          discover="none"
          title="View / Edit"
          aria-describedby={_id}
        >
          <span className="visually-hidden">View / Edit</span>
        </Link>
        <button
          type="submit"
          className="icon-button delete"
          title="Delete"
          {...props.deleteButton}
          name="delete"
          value={_id}
          aria-describedby={_id}
        >
          <span className="visually-hidden">Delete</span>
        </button>
      </div>
    </li>
  )
}
