import { findActiveCustomer, findBillingRow, withCustomerLease } from './customers.server'
import { assertBefore, stripe, undefinedIfMissing, withDeadline } from './stripe.server'
import { listSubscriptions } from './stripe-sync.server'
import { isOver } from './subscription'

/**
 * Ends the billing of a user at Stripe, and then runs `finish` under the same lease, so that no checkout begins in
 * between. If Stripe fails or is late, throws 503 with the message `failure`, and `finish` does not run. `finish` must
 * call `assertInTime` before its commit.
 */
export function closeBilling(
  userId: string,
  failure: string,
  finish: (assertInTime: () => void) => Promise<void>,
) {
  return withDeadline(failure, (deadline) => {
    const assertInTime = () => assertBefore(deadline)
    const work = async () => {
      const row = await findBillingRow(userId)
      const customer = row?.customerId && (await findActiveCustomer(row.customerId, row))
      if (customer) await closeCustomer(customer.id, assertInTime)
      await finish(assertInTime)
    }
    return withCustomerLease(userId, work, deadline)
  })
}

/**
 * Expires the open checkouts of the customer, and then cancels all subscriptions immediately, also that of a checkout
 * which was paid just now.
 */
async function closeCustomer(customer: string, assertInTime: () => void) {
  const { checkout, subscriptions } = stripe().client
  const { data } = await checkout.sessions.list({ customer, status: 'open', limit: 100 })
  for (const { id } of data) {
    assertInTime()
    await checkout.sessions.expire(id)
  }
  for (const { id, status } of await listSubscriptions(customer)) {
    if (isOver(status)) continue
    assertInTime()
    // For Stripe, a canceled subscription is missing: the first of two attempts may have canceled it.
    await subscriptions.cancel(id).catch(undefinedIfMissing)
  }
}
