import { AccountField } from '~/base/components/account-field'
import { formatLongDay } from '~/base/components/day'
import { Link } from '~/base/components/link'
import { formatRemaining, notRenewed, type Subscription, subscriptionPath } from './subscription'
import './subscription-banner.css'

/** The subscription's status, on every screen of the dashboard (product 8.3). */
export function SubscriptionBanner(subscription: Subscription) {
  switch (subscription.status) {
    case 'trialing': {
      const text = `${formatRemaining(subscription)} in your free trial`
      return <Banner kind="trial" text={text} checkout="Subscribe Now" />
    }
    case 'active':
      return <Banner kind="active" text={activeUntil(subscription)} />
    case 'past_due':
    case 'unpaid':
      return <Banner kind="unpaid" text="There is an issue with your payment" checkout="Update Payment" />
    case 'canceled':
      return <Banner kind="canceled" text="Your subscription has ended" checkout="Resubscribe" />
  }
}

function activeUntil({ currentPeriodEnd, cancelAtPeriodEnd }: Subscription) {
  const day = currentPeriodEnd ? formatLongDay(currentPeriodEnd) : ''
  return cancelAtPeriodEnd ? `Active until ${day}. ${notRenewed}` : `Active, renews on ${day}`
}

/** Uses a plain form: the response redirects to Stripe, so Remix's `Form` would have no advantage. */
function Banner({ kind, text, checkout }: { kind: string; text: string; checkout?: string }) {
  return (
    <section className={`subscription-banner ${kind}`} aria-label="Subscription">
      <p>{text}</p>
      {checkout ? (
        <form method="post" action={subscriptionPath}>
          <AccountField />
          <button type="submit" className="button" name="intent" value="checkout">
            {checkout}
          </button>
        </form>
      ) : (
        <Link className="button quiet" to={subscriptionPath} prefetch="intent">
          Manage Subscription
        </Link>
      )}
    </section>
  )
}
