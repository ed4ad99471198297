import { Form } from '@remix-run/react'
import { AccountField } from '~/base/components/account-field'
import { UndoButton } from '~/base/components/toasts'
import './example.css'

export const exampleIntent = 'example'

/** The third way to begin. */
export const LookAtExample = () => (
  <Form method="post" action="/dashboard?index">
    <AccountField />
    <button type="submit" className="button quiet" name="intent" value={exampleIntent}>
      Look at the example
    </button>
  </Form>
)

/** Says on a list that it shows the example, and takes that back. `undo` is the URL. */
export function ExampleNote({ undo }: { undo: string | null }) {
  if (!undo) return null
  return (
    <div className="example-note">
      <p>These are examples. What you change in them stays.</p>
      <UndoButton to={undo}>Remove the example</UndoButton>
    </div>
  )
}
