import { Form, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'

/** Leads to the checkout, which is elsewhere. */
export function CheckoutButton({ children }: { children: ReactNode }) {
  const isOnItsWay = useNavigation().formData?.get('intent') === 'checkout'
  return (
    <Form method="post" action="/dashboard/subscription">
      <button type="submit" className="button" name="intent" value="checkout" disabled={isOnItsWay}>
        {children}
      </button>
    </Form>
  )
}
