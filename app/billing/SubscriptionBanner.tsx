import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { formatDate, formatDayCount, notRenewed, type Subscription } from './subscription'
import './subscription-banner.css'

const screen = '/dashboard/subscription'

/** The subscription's status, on every screen of the dashboard (product 8.3). */
export function SubscriptionBanner(subscription: Subscription) {
  switch (subscription.status) {
    case 'trialing':
      return (
        <Banner
          kind="trial"
          text={`${formatDayCount(subscription.daysRemaining)} remaining in your free trial`}
        >
          <Checkout>Subscribe Now</Checkout>
        </Banner>
      )
    case 'active':
      return (
        <Banner kind="active" text={activeUntil(subscription)}>
          <Link className="button quiet" to={screen} prefetch="intent">
            Manage Subscription
          </Link>
        </Banner>
      )
    case 'past_due':
    case 'unpaid':
      return (
        <Banner kind="unpaid" text="There is an issue with your payment">
          <Checkout>Update Payment</Checkout>
        </Banner>
      )
    case 'canceled':
      return (
        <Banner kind="canceled" text="Your subscription has ended">
          <Checkout>Resubscribe</Checkout>
        </Banner>
      )
  }
}

function activeUntil({ currentPeriodEnd, cancelAtPeriodEnd }: Subscription) {
  const day = currentPeriodEnd ? formatDate(currentPeriodEnd) : ''
  return cancelAtPeriodEnd ? `Active until ${day}. ${notRenewed}` : `Active, renews on ${day}`
}

function Banner({ kind, text, children }: { kind: string; text: string; children: ReactNode }) {
  return (
    <section className={`subscription-banner ${kind}`} aria-label="Subscription">
      <p>{text}</p>
      {children}
    </section>
  )
}

/** A plain form. Its response redirects to another site, so Remix's `Form` would have no advantage. */
function Checkout({ children }: { children: ReactNode }) {
  return (
    <form method="post" action={screen}>
      <button type="submit" className="button" name="intent" value="checkout">
        {children}
      </button>
    </form>
  )
}
