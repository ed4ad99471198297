import { useNavigate } from '@remix-run/react'
import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect } from 'react'
import { useEditedPart, usePathWith } from './edited-part'
import { RecordForm } from './form-page'
import { useHydrated } from './hydrated'
import { Icon } from './icons'
import { Link } from './link'
import { SubmitBar } from './submit-bar'
import './edit-in-place.css'

/** Forms in place on the page of a record: each card has a link that opens its small form (`?edit=dates`). */

const linkId = (part: string) => `edit-${part}`
const cardId = (part: string) => `card-${part}`

type LinkProps = Omit<ComponentProps<typeof Link>, 'to'> & { part: string }

/** Opens the form of a part. Without JavaScript the page scrolls to it. The focus comes back to the link with the id. */
export function EditLink({ part, id = linkId(part), ...props }: LinkProps) {
  const path = usePathWith(part)
  const to = useHydrated() ? path : `${path}#${cardId(part)}`
  return <Link {...props} id={id} to={to} preventScrollReset discover="none" />
}

type CardProps = {
  part: string
  title: string
  /** Content beside the title, and before the link. */
  aside?: ReactNode
  links?: ReactNode
  /** An empty card is left out until its form is open: `AddLinks` has a link to it. */
  isEmpty?: boolean
  className?: string
  form: ReactNode
  children: ReactNode
}

/** A card with the link 'Edit' that puts the form in place of its content. */
export function EditableCard({ part, title, isEmpty, className = '', form, children, ...rest }: CardProps) {
  const isEdited = useEditedPart() === part
  if (isEmpty && !isEdited) return null
  const titleId = `${cardId(part)}-title`
  return (
    <section className={`card ${className}`} id={cardId(part)} aria-labelledby={titleId}>
      <header className="card-header">
        <h2 id={titleId}>
          {title}
          {rest.aside}
        </h2>
        {!isEdited && (
          <>
            {rest.links}
            <EditLink part={part} className="edit-link">
              Edit<span className="visually-hidden"> {title}</span>
            </EditLink>
          </>
        )}
      </header>
      {isEdited ? form : children}
    </section>
  )
}

/** Links to the forms of empty cards. */
export function AddLinks({ parts }: { parts: { part: string; label: string }[] }) {
  const edited = useEditedPart()
  const shown = parts.filter(({ part }) => part !== edited)
  if (shown.length === 0) return null
  return (
    <ul className="add-links">
      {shown.map(({ part, label }) => (
        <li key={part}>
          <EditLink part={part} className="add-link">
            <Icon name="plus" />
            {label}
          </EditLink>
        </li>
      ))}
    </ul>
  )
}

type FormProps = Omit<ComponentProps<typeof RecordForm>, 'className'> & { part: string }

/** The form of a part. Escape and 'Cancel' close it, and the focus goes back to the link that opened it. */
export function PlaceForm({ part, children, ...props }: FormProps) {
  const closed = usePathWith(null)
  const navigate = useNavigate()
  const { id } = props.form
  useEffect(() => {
    focusFirstField(id)
    return () => void requestAnimationFrame(() => document.getElementById(linkId(part))?.focus())
  }, [id, part])
  function closeOnEscape(event: KeyboardEvent) {
    if (event.key === 'Escape' && !event.defaultPrevented) navigate(closed, { preventScrollReset: true })
  }
  return (
    <RecordForm {...props} className="place-form" tabIndex={-1} onKeyDown={closeOnEscape} preventScrollReset>
      <input type="hidden" name="edit" value={part} />
      {children}
      <SubmitBar back={closed} isInPlace />
    </RecordForm>
  )
}

const fields = ':is(input, select, textarea):not([type=hidden], [type=checkbox])'

/** Shows the whole card, as far as the window has room for it. */
function focusFirstField(formId: string) {
  const form = document.getElementById(formId)
  form?.parentElement?.scrollIntoView({ block: 'nearest' })
  const field = form?.querySelector<HTMLElement>(fields) ?? form
  field?.focus()
}
