import { Icon } from '~/components/icons'
import { comingSoon, pricing } from '~/site/landing-text'
import { CancelSubscription } from './CancelSubscription'
import { IntentForm } from './IntentForm'
import { monthlyPrice } from './plan'
import { Actions, StateCard } from './StateCard'
import { formatDate, formatDayCount, notRenewed, type Subscription } from './subscription'

/** The subscription's status with the actions that it allows (product 8.3). */
export function SubscriptionState(subscription: Subscription) {
  switch (subscription.status) {
    case 'trialing':
      return <Trial {...subscription} />
    case 'active':
      return subscription.cancelAtPeriodEnd ? <Ending {...subscription} /> : <Active {...subscription} />
    case 'past_due':
    case 'unpaid':
      return <Unpaid />
    case 'canceled':
      return <Canceled />
  }
}

function Trial({ daysRemaining }: Subscription) {
  return (
    <StateCard title="Free trial" kind="trial" fact={`${formatDayCount(daysRemaining)} remaining`}>
      <p>After that Budkeeper is {monthlyPrice}. The whole days of your trial that are left stay free.</p>
      <PlanPoints />
      <Actions>
        <IntentForm intent="checkout">Subscribe Now</IntentForm>
      </Actions>
    </StateCard>
  )
}

function Active({ currentPeriodEnd }: Subscription) {
  return (
    <StateCard title="Active" kind="active" fact={<Day label="Renews on" instant={currentPeriodEnd} />}>
      <p>Budkeeper is {monthlyPrice}, with everything in it.</p>
      <Actions>
        <CancelSubscription />
      </Actions>
    </StateCard>
  )
}

function Ending({ currentPeriodEnd }: Subscription) {
  return (
    <StateCard title="Active" kind="active" fact={<Day label="Ends on" instant={currentPeriodEnd} />}>
      <p>{notRenewed}.</p>
      <Actions>
        <IntentForm intent="resume" onSubmit={focusOnTitle}>
          Resume
        </IntentForm>
      </Actions>
    </StateCard>
  )
}

function Unpaid() {
  return (
    <StateCard title="Payment Issue" kind="unpaid">
      <p>
        Your last payment did not go through. With another card the open amount is paid, and all goes on as
        before.
      </p>
      <Actions>
        <IntentForm intent="checkout">Update Payment Method</IntentForm>
      </Actions>
    </StateCard>
  )
}

function Canceled() {
  return (
    <StateCard title="No subscription">
      <p>Your buds, circles and events are all still here. Budkeeper is {monthlyPrice}.</p>
      <PlanPoints />
      <Actions>
        <IntentForm intent="checkout">Resubscribe</IntentForm>
      </Actions>
    </StateCard>
  )
}

/** Moves the focus, because the Resume button is not on the next page. */
function focusOnTitle() {
  document.querySelector('h1')?.focus()
}

function Day({ label, instant }: { label: string; instant: string | null }) {
  return (
    <>
      {label} <time dateTime={instant ?? undefined}>{instant && formatDate(instant)}</time>
    </>
  )
}

/** The features of the plan, as on the landing page. */
function PlanPoints() {
  return (
    <ul className="plan-points">
      {pricing.plan.points.map((point) => (
        <li key={point.label}>
          <Icon name="check" />
          {point.label}
          {'isComingSoon' in point && <small>{comingSoon}</small>}
        </li>
      ))}
    </ul>
  )
}
