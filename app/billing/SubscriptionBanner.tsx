import type { ReactNode } from 'react'
import { dayInWords, daysInWords, notRenewed, type Subscription } from './subscription'
import './subscription-banner.css'

const screen = '/dashboard/subscription'

/** How it stands with the subscription, on every screen of the dashboard (product 8.3). */
export function SubscriptionBanner({
  status,
  daysRemaining,
  currentPeriodEnd,
  cancelAtPeriodEnd,
}: Subscription) {
  switch (status) {
    case 'trialing':
      return (
        <Banner kind="trial" sentence={`${daysInWords(daysRemaining)} remaining in your free trial`}>
          <Checkout>Subscribe Now</Checkout>
        </Banner>
      )
    case 'active':
      return (
        <Banner kind="active" sentence={activeUntil(currentPeriodEnd, cancelAtPeriodEnd)}>
          <a className="button quiet" href={screen}>
            Manage Subscription
          </a>
        </Banner>
      )
    case 'past_due':
    case 'unpaid':
      return (
        <Banner kind="unpaid" sentence="There is an issue with your payment">
          <Checkout>Update Payment</Checkout>
        </Banner>
      )
    case 'canceled':
      return (
        <Banner kind="canceled" sentence="Your subscription has ended">
          <Checkout>Resubscribe</Checkout>
        </Banner>
      )
  }
}

function activeUntil(end: string | null, isLast: boolean) {
  const day = end ? dayInWords(end) : ''
  return isLast ? `Active until ${day}. ${notRenewed}` : `Active, renews on ${day}`
}

function Banner({ kind, sentence, children }: { kind: string; sentence: string; children: ReactNode }) {
  return (
    <section className={`subscription-banner ${kind}`} aria-label="Subscription">
      <p>{sentence}</p>
      {children}
    </section>
  )
}

/** A plain form, which costs every screen less: it leads elsewhere anyway. */
function Checkout({ children }: { children: ReactNode }) {
  return (
    <form method="post" action={screen}>
      <button type="submit" className="button" name="intent" value="checkout">
        {children}
      </button>
    </form>
  )
}
