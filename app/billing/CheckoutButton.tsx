import { Form, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'

/** Leads to the checkout, which is elsewhere. */
export function CheckoutButton({ children }: { children: ReactNode }) {
  const isOnItsWay = useNavigation().formData?.get('intent') === 'checkout'
  return (
    <Form method="post" action="/dashboard/subscription">
      <BusyButton intent="checkout" isBusy={isOnItsWay}>
        {children}
      </BusyButton>
    </Form>
  )
}

/** Keeps the focus while it is busy, so that nobody is thrown back to the page's start. */
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
