import { Form } from '@remix-run/react'
import { type FormEvent, type ReactNode, useId } from 'react'
import { AccountField } from './account-field'
import { type Choice, ChoiceButtons } from './submit-bar'

type Props = {
  title: string
  question: string
  /** The label of the button that submits. */
  confirm: string
  /** Several buttons in its place. */
  choice?: Choice | undefined
  /** The label of the button that closes the dialog. */
  dismiss?: string
  /** The URL that receives the confirmation. */
  action: string
  /** The page was requested with this dialog open, as happens without JavaScript. */
  isInitiallyOpen: boolean
  onClose: () => void
  /** Hidden inputs of the confirmation form. */
  children?: ReactNode
}

/** A modal confirmation, open while it is rendered. The dismiss button comes first. */
export function ConfirmDialog({ isInitiallyOpen, onClose, ...props }: Props) {
  const id = useId()
  return (
    <dialog
      ref={showAsModal}
      className="dialog"
      open={isInitiallyOpen || undefined}
      onClose={onClose}
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}question`}
    >
      <h2 id={`${id}title`}>{props.title}</h2>
      <p id={`${id}question`}>{props.question}</p>
      <div className="dialog-buttons">
        <form method="dialog">
          {/* biome-ignore lint/a11y/noAutofocus: an open dialog must have the focus */}
          <button type="submit" className="button quiet" autoFocus={isInitiallyOpen}>
            {props.dismiss ?? 'Cancel'}
          </button>
        </form>
        <Form
          method="post"
          className={props.choice && 'dialog-choices'}
          action={props.action}
          onSubmit={closeAndFocusTitle}
        >
          <AccountField />
          {props.children}
          {props.choice ? (
            <ChoiceButtons {...props.choice} className="button danger" />
          ) : (
            <button type="submit" className="button danger">
              {props.confirm}
            </button>
          )}
        </Form>
      </div>
    </dialog>
  )
}

/** `showModal` traps the focus and restores it when the dialog closes. */
export function showAsModal(dialog: HTMLDialogElement | null) {
  if (!dialog || dialog.matches(':modal')) return
  dialog.removeAttribute('open')
  dialog.showModal()
}

/** The button that opened the dialog disappears with its item, so the focus moves to the title. */
function closeAndFocusTitle({ currentTarget }: FormEvent<HTMLFormElement>) {
  currentTarget.closest('dialog')?.close()
  document.querySelector('h1')?.focus()
}
