import type { MouseEvent } from 'react'
import { type Bud, fullName, initials } from './bud'

export type BudCardFields = Pick<
  Bud,
  '_id' | 'Firstname' | 'Surname' | 'Nickname' | 'Occupation' | 'Location' | 'Budtype'
>

type Props = {
  bud: BudCardFields
  /** The form that asks for the confirmation without JavaScript, by a field `delete`. */
  deleteForm: string
  onDelete: (event: MouseEvent<HTMLButtonElement>) => void
}

export function BudCard({ bud, deleteForm, onDelete }: Props) {
  const { _id, Nickname, Occupation, Location, Budtype } = bud
  return (
    <li className="entry">
      <span className={`badge ${Budtype}`} aria-hidden="true">
        {initials(bud)}
      </span>
      <div className="entry-title">
        <h2 id={_id}>{fullName(bud)}</h2>
        {Nickname && <p className="nickname">"{Nickname}"</p>}
      </div>
      <span className={`tag ${Budtype}`}>{Budtype}</span>
      <div className="entry-facts">
        {Occupation && <p className="job">{Occupation}</p>}
        {Location && <p className="place">{Location}</p>}
      </div>
      <div className="entry-actions">
        <a className="button quiet" href={`/dashboard/EditBud/${_id}`} aria-describedby={_id}>
          View / Edit
        </a>
        <button
          type="submit"
          className="button bare"
          form={deleteForm}
          name="delete"
          value={_id}
          onClick={onDelete}
          aria-describedby={_id}
        >
          Delete
        </button>
      </div>
    </li>
  )
}
