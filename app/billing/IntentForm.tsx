import { Form, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'

type Props = { intent: string; onSubmit?: () => void; children: ReactNode }

/** A form with one button. Uses `aria-disabled`, because a button with `disabled` loses the keyboard focus. */
export function IntentForm({ intent, onSubmit, children }: Props) {
  const isBusy = useNavigation().formData?.get('intent') === intent
  return (
    <Form method="post" action="/dashboard/subscription" onSubmit={onSubmit}>
      <button
        type="submit"
        className="button"
        name="intent"
        value={intent}
        aria-disabled={isBusy || undefined}
        onClick={(event) => isBusy && event.preventDefault()}
      >
        {children}
      </button>
    </Form>
  )
}
