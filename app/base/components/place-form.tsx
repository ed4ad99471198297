import { useNavigate } from '@remix-run/react'
import { type ComponentProps, type KeyboardEvent, useEffect } from 'react'
import { linkId } from './edit-in-place'
import { usePathWith } from './edited-part'
import { RecordForm } from './form-page'
import { SubmitBar } from './submit-bar'

type FormProps = Omit<ComponentProps<typeof RecordForm>, 'className'> & { part: string } & Pick<
    ComponentProps<typeof SubmitBar>,
    'choice'
  >

/** The form of a part. Escape and 'Cancel' close it, and the focus goes back to the link that opened it. */
export function PlaceForm({ part, choice, children, ...props }: FormProps) {
  const closed = usePathWith(null)
  const navigate = useNavigate()
  const { id } = props.form
  useEffect(() => {
    focusFirstField(id)
    return () => void requestAnimationFrame(() => focusLink(part))
  }, [id, part])
  function closeOnEscape(event: KeyboardEvent) {
    if (event.key === 'Escape' && !event.defaultPrevented) navigate(closed, { preventScrollReset: true })
  }
  return (
    <RecordForm {...props} className="place-form" tabIndex={-1} onKeyDown={closeOnEscape} preventScrollReset>
      <input type="hidden" name="edit" value={part} />
      {children}
      <SubmitBar back={closed} isInPlace choice={choice} />
    </RecordForm>
  )
}

/** Unless something else has the focus by then, such as the form of another part. */
function focusLink(part: string) {
  if (document.activeElement === document.body) document.getElementById(linkId(part))?.focus()
}

const fields = ':is(input, select, textarea):not([type=hidden], [type=checkbox])'

/** Shows the whole card, as far as the window has room for it. */
function focusFirstField(formId: string) {
  const form = document.getElementById(formId)
  form?.parentElement?.scrollIntoView({ block: 'nearest' })
  const field = form?.querySelector<HTMLElement>(fields) ?? form
  field?.focus()
}
