import { Form } from '@remix-run/react'
import { type FormEvent, type ReactNode, useId } from 'react'
import { AccountField } from './account-field'
import { type Choice, ChoiceButtons } from './choice-buttons'

type Props = {
  title: string
  question: string
  /** The label of the button that submits. */
  confirm: string
  /** Several buttons in its place. */
  choice?: Choice | undefined
  /** The label of the button that closes the dialog. */
  dismiss?: string
  /** The URL that receives the confirmation, by default that of the page. */
  action?: string
  /** Whether the buttons are those of a deletion. */
  isDangerous?: boolean
  /** In place of sending the form. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void
  /** The page was requested with this dialog open, as happens without JavaScript. */
  isInitiallyOpen: boolean
  onClose: () => void
  /** Hidden inputs of the confirmation form. */
  children?: ReactNode
}

/** A modal confirmation, open while it is rendered. The dismiss button comes first. */
export function ConfirmDialog({ isInitiallyOpen, onClose, isDangerous = true, ...props }: Props) {
  const id = useId()
  const className = isDangerous ? 'button danger' : 'button'
  function submit(event: FormEvent<HTMLFormElement>) {
    if (props.onSubmit) event.preventDefault()
    props.onSubmit?.(event)
    closeAndFocusTitle(event)
  }
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
          onSubmit={submit}
        >
          <AccountField />
          {props.children}
          {props.choice ? (
            <ChoiceButtons {...props.choice} className={className} />
          ) : (
            <button type="submit" className={className}>
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
