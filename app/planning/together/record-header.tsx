import { type ReactNode, Suspense } from 'react'
import { EditLink } from '~/base/components/edit-in-place'
import { useEditedPart } from '~/base/components/edited-part'
import { Icon, type IconName } from '~/base/components/icons'
import { Link } from '~/base/components/link'
import type { DeleteButtonProps } from '~/base/components/list-card'
import { Menu } from '~/base/components/menu'
import '~/base/components/record-head.css'
import './record-page.css'

type Props = {
  _id: string
  name: string
  badge: string
  type: string
  tint?: string
  /** Lines below the name. Empty ones are left out. */
  facts: { icon: IconName; text: ReactNode }[]
  editPath: string
  /** By default 'Edit all': all fields. */
  editLabel?: string | undefined
  deleteButton: DeleteButtonProps
  /** Takes the place of the lines below the name (`?edit=details`). */
  form: ReactNode
  /** The main action, and others before 'Edit'. */
  children: ReactNode
}

/** What a circle or an event is, and the buttons of its page. */
export function RecordHeader({ _id, name, badge, type, tint = type, facts, ...props }: Props) {
  const isEdited = useEditedPart() === 'details'
  const shown = <Facts facts={facts} type={type} tint={tint} />
  return (
    <header className="record-head">
      <span className={`badge ${tint}`} aria-hidden="true">
        {badge}
      </span>
      <div className="who" id="card-details">
        <h1 tabIndex={-1}>{name}</h1>
        {isEdited ? <Suspense fallback={shown}>{props.form}</Suspense> : shown}
      </div>
      <div className="record-actions">
        {props.children}
        <Link className="button quiet" to={props.editPath} prefetch="intent">
          {props.editLabel ?? 'Edit all'}
        </Link>
        <Menu label="More">
          <Link className="button bare" to={`/dashboard/history?of=${_id}`}>
            History
          </Link>
          <button type="submit" className="button bare" {...props.deleteButton} name="delete" value={_id}>
            Delete
          </button>
        </Menu>
      </div>
    </header>
  )
}

function Facts({ facts, type, tint }: Pick<Props, 'facts' | 'type' | 'tint'>) {
  return (
    <>
      {facts.map(
        ({ icon, text }) =>
          text && (
            <p key={icon}>
              <Icon name={icon} />
              {text}
            </p>
          ),
      )}
      <p className="kind">
        <span className={`tag ${tint}`}>{type}</span>
        <EditLink part="details" className="edit-link">
          Edit<span className="visually-hidden"> details</span>
        </EditLink>
      </p>
    </>
  )
}
