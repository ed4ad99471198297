import { Form } from '@remix-run/react'
import { type MouseEvent, Suspense } from 'react'
import { AccountField } from '~/base/components/account-field'
import { DashboardIcon } from '~/base/components/dashboard-icons'
import { EditLink } from '~/base/components/edit-in-place'
import { useEditedPart } from '~/base/components/edited-part'
import { Icon } from '~/base/components/icons'
import { Link } from '~/base/components/link'
import type { DeleteButtonProps } from '~/base/components/list-card'
import { Menu } from '~/base/components/menu'
import { fullName } from './bud'
import type { PhoneLinks } from './bud-contact'
import { BudFace } from './bud-face'
import type { Bud } from './bud-input.server'
import { BudPartForm } from './bud-part-form'
import type { Place } from './bud-sections'
import { emailLink } from './contact-lines'
import '~/base/components/record-head.css'

export const editPathOf = ({ _id }: { _id: string }) => `/dashboard/EditBud/${_id}`

type Props = {
  place: Place
  phoneLinks: PhoneLinks
  /** Idempotency key of the button that logs a contact. */
  newId: string
  deleteButton: DeleteButtonProps
}

/** Who a bud is, and the buttons of its screen. */
export function BudHeader({ place, phoneLinks, newId, deleteButton }: Props) {
  const { bud } = place
  return (
    <header className="record-head">
      <BudFace {...place} />
      <div className="who" id="card-details">
        <h1 tabIndex={-1}>{fullName(bud)}</h1>
        {useEditedPart() === 'details' ? (
          <Suspense fallback={<Who bud={bud} />}>
            <BudPartForm part="details" {...place} />
          </Suspense>
        ) : (
          <Who bud={bud} />
        )}
      </div>
      <ReachButtons call={phoneLinks.find(Boolean)} email={bud.emails[0]} />
      <div className="record-actions">
        <Form method="post" id="bud-actions">
          <AccountField />
          <input type="hidden" name="_id" value={newId} />
          <button type="submit" className="button" name="intent" value="log">
            Log contact
          </button>
        </Form>
        <Link className="button quiet" to={editPathOf(bud)} prefetch="intent">
          Edit all
        </Link>
        <Menu label="More">
          <EditLink className="button bare" part="photo" id="photo-form">
            {bud.photo ? 'Change or remove photo' : 'Add photo'}
          </EditLink>
          <Link className="button bare" to={`/dashboard/Together?buds=${bud._id}`}>
            Plan together
          </Link>
          <Link className="button bare" to={`/dashboard/history?of=${bud._id}`}>
            History
          </Link>
          <Link className="button bare" to={`/dashboard/merge?a=${bud._id}`}>
            Merge with …
          </Link>
          <a className="button bare" href="#ask-for-update">
            Ask to update
          </a>
          <ArchiveButton className="button bare" isArchived={bud.archivedAt !== null} />
          <button type="submit" className="button bare" {...deleteButton} name="delete" value={bud._id}>
            Delete
          </button>
        </Menu>
      </div>
    </header>
  )
}

/** A button of the form that logs contacts. */
export function ArchiveButton({ isArchived, className }: { isArchived: boolean; className: string }) {
  return (
    <button
      type="submit"
      className={className}
      form="bud-actions"
      name="intent"
      value={isArchived ? 'unarchive' : 'archive'}
    >
      {isArchived ? 'Unarchive' : 'Archive'}
    </button>
  )
}

type NameField = 'Nickname' | 'Budtype' | 'Occupation' | 'OccupationLocation'

function Who({ bud }: { bud: Pick<Bud, NameField | 'Location'> & Pick<Bud, 'archivedAt'> }) {
  const work = [bud.Occupation, bud.OccupationLocation].filter(Boolean).join(', ')
  return (
    <>
      {bud.Nickname && <p className="alias">"{bud.Nickname}"</p>}
      {work && (
        <p>
          <Icon name="briefcase" />
          {work}
        </p>
      )}
      {bud.Location && (
        <p>
          <Icon name="pin" />
          {bud.Location}
        </p>
      )}
      <p className="kind">
        <span className={`tag ${bud.Budtype}`}>{bud.Budtype}</span>
        {bud.archivedAt && <span className="tag">Archived</span>}
        <EditLink part="details" className="edit-link">
          Edit<span className="visually-hidden"> name and work</span>
        </EditLink>
      </p>
    </>
  )
}

/** The timeline is below the facts then. */
function focusLogNote(event: MouseEvent) {
  event.preventDefault()
  document.getElementById('log-note')?.focus()
}

/** Where the page has one column, these are under the name: to call, to write, to log. */
function ReachButtons({ call, email }: { call?: string | undefined; email?: { value: string } | undefined }) {
  return (
    <div className="reach-buttons">
      {call && (
        <a className="button quiet" href={call}>
          <DashboardIcon name="phone" />
          Call
        </a>
      )}
      {email && (
        <a className="button quiet" href={emailLink(email.value)}>
          <DashboardIcon name="mail" />
          Write
        </a>
      )}
      {/* biome-ignore lint/a11y/useValidAnchor: the link leads there without JavaScript too */}
      <a className="button quiet" href="#log-note" onClick={focusLogNote}>
        <DashboardIcon name="pen" />
        Note
      </a>
    </div>
  )
}
