import type { MouseEvent, ReactNode } from 'react'

/** The form that asks for the confirmation without JavaScript, by a field `delete`, and what does so with it. */
export type Deletion = { form: string; ask: (event: MouseEvent<HTMLButtonElement>) => void }

type Props = {
  _id: string
  badge: string
  /** The label of its tag. */
  type: string
  /** The class that tints badge and tag. */
  tint?: string
  name: string
  /** Its other name, if it has one. */
  alias?: string
  editAt: string
  deletion: Deletion
  children: ReactNode
}

/** A card of a list: who or what it is, some facts, and what can be done with it. */
export function Entry({ _id, badge, type, tint = type, name, alias, editAt, deletion, children }: Props) {
  return (
    <li className="entry">
      <span className={`badge ${tint}`} aria-hidden="true">
        {badge}
      </span>
      <div className="entry-title">
        <h2 id={_id}>{name}</h2>
        {alias && <p className="alias">{alias}</p>}
      </div>
      <span className={`tag ${tint}`}>{type}</span>
      {children}
      <div className="entry-actions">
        <a className="button quiet" href={`${editAt}/${_id}`} aria-describedby={_id}>
          View / Edit
        </a>
        <button
          type="submit"
          className="button bare"
          form={deletion.form}
          name="delete"
          value={_id}
          onClick={deletion.ask}
          aria-describedby={_id}
        >
          Delete
        </button>
      </div>
    </li>
  )
}
