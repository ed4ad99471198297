import { Form, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'

export function CheckoutButton({ children }: { children: ReactNode }) {
  const isBusy = useNavigation().formData?.get('intent') === 'checkout'
  return (
    <Form method="post" action="/dashboard/subscription">
      <BusyButton intent="checkout" isBusy={isBusy}>
        {children}
      </BusyButton>
    </Form>
  )
}

/** Uses `aria-disabled`, because a button with `disabled` loses the keyboard focus. */
export function BusyButton({ intent, isBusy, children }: BusyProps) {
  return (
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
  )
}

type BusyProps = { intent: string; isBusy: boolean; children: ReactNode }
