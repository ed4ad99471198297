import { type ComponentProps, type ReactNode, Suspense } from 'react'
import { useEditedPart, usePathWith } from './edited-part'
import { useHydrated } from './hydrated'
import { Icon } from './icons'
import { Link } from './link'
import './edit-in-place.css'

/** Forms in place on the page of a record: each card has a link that opens its small form (`?edit=dates`). */

export const linkId = (part: string) => `edit-${part}`
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
      {isEdited ? <Suspense fallback={children}>{form}</Suspense> : children}
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
