import { Form, useLocation } from '@remix-run/react'
import { AccountField } from '~/base/components/account-field'
import { Link } from '~/base/components/link'
import { Time } from '~/base/components/time'
import { type Change, historyPath, viaText } from './change'
import './history.css'

type Props = {
  change: Change
  isTrash?: boolean
  /** Whether the list is that of a device, whose name stands above, and the day does not. */
  isOfDevice?: boolean
}

/** A change set in the list, with the button that takes it back. */
export function ChangeRow({ change, isTrash = false, isOfDevice = false }: Props) {
  const { pathname, search } = useLocation()
  const { _id, kind, title, createdAt, undoneAt, via } = change
  const titleId = `change-${_id}`
  return (
    <li className="change-row">
      <span className={`change-mark ${kind}`} aria-hidden="true" />
      <div>
        <Link id={titleId} to={`${historyPath}/${_id}`} discover="none">
          {title}
        </Link>
        <p>
          <Time instant={createdAt} isTimeOnly={!isOfDevice} />
          {via.kind !== 'person' && !isOfDevice && <span>{viaText(via)}</span>}
          {undoneAt && <span className="tag">Undone</span>}
        </p>
      </div>
      {!undoneAt && (
        <Form method="post" action={`${historyPath}/${_id}`}>
          <AccountField />
          <input type="hidden" name="returnTo" value={pathname + search} />
          <button type="submit" className="button bare" name="intent" value="undo" aria-describedby={titleId}>
            {isTrash ? 'Restore' : 'Undo'}
          </button>
        </Form>
      )}
    </li>
  )
}
