import { Form, useSearchParams } from '@remix-run/react'
import { type FormEvent, type ReactNode, useId } from 'react'

type Props = {
  title: string
  question: string
  confirm: string
  dismiss?: string
  /** Where the answer yes is posted. */
  action: string
  /** True when the page was asked for with this dialog: without JavaScript it is open from the start. */
  isOpenAtFirst: boolean
  onClose: () => void
  /** What the answer yes says besides. */
  children?: ReactNode
}

/** A question with a safe answer, which comes first. Render it when there is something to ask. */
export function ConfirmDialog({
  title,
  question,
  confirm,
  dismiss = 'Cancel',
  action,
  isOpenAtFirst,
  onClose,
  children,
}: Props) {
  const id = useId()
  return (
    <dialog
      ref={showAsModal}
      className="dialog"
      open={isOpenAtFirst || undefined}
      onClose={onClose}
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}question`}
    >
      <h2 id={`${id}title`}>{title}</h2>
      <p id={`${id}question`}>{question}</p>
      <div className="dialog-answers">
        <form method="dialog">
          {/* biome-ignore lint/a11y/noAutofocus: a question takes the focus */}
          <button type="submit" className="button quiet" autoFocus={isOpenAtFirst}>
            {dismiss}
          </button>
        </form>
        <Form method="post" action={action} onSubmit={closeAndMoveOn}>
          {children}
          <button type="submit" className="button danger">
            {confirm}
          </button>
        </Form>
      </div>
    </dialog>
  )
}

/** Modal, so that the focus goes in, stays in and comes back. */
function showAsModal(dialog: HTMLDialogElement | null) {
  if (!dialog || dialog.matches(':modal')) return
  dialog.removeAttribute('open')
  dialog.showModal()
}

/** What had the focus before is about to go: the screen's title takes it. */
function closeAndMoveOn({ currentTarget }: FormEvent<HTMLFormElement>) {
  currentTarget.closest('dialog')?.close()
  document.querySelector('h1')?.focus()
}

/** Without JavaScript, a delete button of this form asks for the same page with the dialog open. */
export function DeleteForm({ id }: { id: string }) {
  const [query] = useSearchParams()
  return (
    <form id={id} hidden>
      {[...query].map(
        ([name, value]) => name !== 'delete' && <input key={name} type="hidden" name={name} value={value} />,
      )}
    </form>
  )
}
