import { Link } from './link'
import type { ListItemProps } from './list-card'
import './list-rows.css'

type RowProps = ListItemProps & { isTable?: boolean | undefined }

/** A row in a dense list of records. An empty fact keeps its place, so that the columns are aligned. */
export function ListRow({ _id, type, tint = type, alias, facts, count, photo, ...props }: RowProps) {
  const { words, tags, ...short } = facts
  const { heading: Heading = 'h2', isTable, face = '', discover } = props
  const Row = isTable ? 'div' : 'li'
  const cell = isTable ? 'cell' : undefined
  return (
    <Row className="list-row" role={isTable ? 'row' : undefined}>
      {props.select && <span role={cell}>{props.select}</span>}
      <span className={`badge small ${tint} ${photo ? '' : face}`} aria-hidden="true">
        {photo ? <img src={photo} alt="" width="28" height="28" loading="lazy" /> : props.badge}
      </span>
      <div className="list-row-name" role={cell}>
        <Heading id={_id}>
          <Link
            className="opener"
            to={`${props.path}/${_id}`}
            state={props.state}
            discover={discover}
            prefetch="intent"
          >
            {props.name}
          </Link>
        </Heading>
        {alias && <p className="alias">{alias}</p>}
      </div>
      <div className="list-row-facts">
        {Object.entries({ ...short, count }).map(
          ([kind, text]) =>
            text !== undefined && (
              <p key={kind} className={kind} role={cell}>
                {text}
              </p>
            ),
        )}
      </div>
      <span className={`tag ${tint}`} role={cell}>
        {type}
      </span>
      <div className="list-row-actions" role={cell}>
        <Link
          className="icon-button edit"
          to={`${props.editPath}/${_id}`}
          discover={discover}
          prefetch="intent"
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
    </Row>
  )
}
