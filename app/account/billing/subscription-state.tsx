import { Form, useNavigation, useSearchParams } from '@remix-run/react'
import { type ReactNode, useState } from 'react'
import { AccountField } from '~/base/components/account-field'
import { ConfirmDialog } from '~/base/components/confirm-dialog'
import { formatLongDay } from '~/base/components/day'
import { Icon } from '~/base/components/icons'
import { Link } from '~/base/components/link'
import { monthlyPrice, trialDays } from './plan'
import { comingSoon, planPoints } from './plan-points'
import { formatRemaining, notRenewed, type Subscription, subscriptionPath } from './subscription'
import './subscription-state.css'

type Props = { subscription: Subscription | null; remaining: Subscription | null; isDemo: boolean }

/**
 * The subscription's status with the actions that it allows (product 8.3). `subscription` is null for users
 * who need none. `remaining` is then an earlier subscription that is still running, which they can cancel.
 */
export function SubscriptionState({ subscription, remaining, isDemo }: Props) {
  switch (subscription?.status) {
    case undefined:
      return isDemo ? (
        <StateCard title="No subscription needed">
          <p>
            The demo account is free. An account of your own is free for {trialDays} days, then {monthlyPrice}
            .
          </p>
          <PlanPoints />
          <ActionLink href="/register">Register</ActionLink>
        </StateCard>
      ) : (
        <StateCard title="No subscription needed">
          <p>This account uses Budkeeper free of charge.</p>
          {remaining && <RemainingSubscription {...remaining} />}
        </StateCard>
      )
    case 'trialing':
      return (
        <StateCard title="Free trial" kind="trial" fact={formatRemaining(subscription)}>
          <p>After that Budkeeper is {monthlyPrice}. The whole days of your trial that are left stay free.</p>
          <PlanPoints />
          <IntentForm intent="checkout">Subscribe Now</IntentForm>
        </StateCard>
      )
    case 'active':
      return subscription.cancelAtPeriodEnd ? (
        <StateCard title="Active" kind="active" fact={<Day label="Ends on" {...subscription} />}>
          <p>{notRenewed}.</p>
          <IntentForm intent="resume" onSubmit={focusOnTitle}>
            Resume
          </IntentForm>
        </StateCard>
      ) : (
        <StateCard title="Active" kind="active" fact={<Day label="Renews on" {...subscription} />}>
          <p>Budkeeper is {monthlyPrice}, with everything in it.</p>
          <CancelSubscription />
        </StateCard>
      )
    case 'past_due':
    case 'unpaid':
      return (
        <StateCard title="Payment Issue" kind="unpaid">
          <p>
            Your last payment did not go through. With another card the open amount is paid, and all goes on
            as before.
          </p>
          <IntentForm intent="checkout">Update Payment Method</IntentForm>
        </StateCard>
      )
    case 'canceled':
      return (
        <StateCard title="No subscription">
          <p>Your buds, circles and events are all still here. Budkeeper is {monthlyPrice}.</p>
          <PlanPoints />
          <IntentForm intent="checkout">Resubscribe</IntentForm>
        </StateCard>
      )
  }
}

type CardProps = { title: string; fact?: ReactNode; kind?: string; children: ReactNode }

/** If there is a `fact`, it is the large text of the card, and the title is a tag above it. */
export function StateCard({ title, fact, kind = '', children }: CardProps) {
  return (
    <section className={`card state-card ${kind}`}>
      <h2 className={fact ? 'tag' : undefined}>{title}</h2>
      {fact && <p className="fact">{fact}</p>}
      {children}
    </section>
  )
}

export function ActionLink({ href, children }: { href: string; children: string }) {
  return (
    <div className="state-actions">
      <Link className="button quiet" to={href}>
        {children}
      </Link>
    </div>
  )
}

function RemainingSubscription({ currentPeriodEnd, cancelAtPeriodEnd }: Subscription) {
  const day = currentPeriodEnd ? formatLongDay(currentPeriodEnd) : ''
  if (cancelAtPeriodEnd) return <p>Your earlier subscription ends on {day} and will not renew.</p>
  return (
    <>
      <p>Your earlier subscription is still running and renews on {day}.</p>
      <CancelSubscription />
    </>
  )
}

/** Moves the focus, because the Resume button is not on the next page. */
function focusOnTitle() {
  document.querySelector('h1')?.focus()
}

type IntentProps = { intent: string; onSubmit?: () => void; children: string }

/** A form with one button. Uses `aria-disabled`, because a button with `disabled` loses the keyboard focus. */
function IntentForm({ intent, onSubmit, children }: IntentProps) {
  const isBusy = useNavigation().formData?.get('intent') === intent
  return (
    <div className="state-actions">
      <Form method="post" action={subscriptionPath} onSubmit={onSubmit}>
        <AccountField />
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
    </div>
  )
}

/** Opens a confirmation dialog. Without JavaScript, the URL with `?cancel` shows the dialog. */
function CancelSubscription() {
  const [query] = useSearchParams()
  const [isOpen, setOpen] = useState(query.has('cancel'))
  const isBusy = useNavigation().formData?.get('intent') === 'cancel'
  return (
    <div className="state-actions">
      <form>
        <button
          type="submit"
          className="button quiet"
          name="cancel"
          value="ask"
          aria-disabled={isBusy || undefined}
          onClick={(event) => {
            event.preventDefault()
            setOpen(!isBusy)
          }}
        >
          Cancel
        </button>
      </form>
      {isOpen && (
        <ConfirmDialog
          title="Cancel subscription"
          question="Are you sure you want to cancel your subscription?"
          confirm="Yes, cancel"
          dismiss="Keep it"
          action={subscriptionPath}
          isInitiallyOpen={query.has('cancel')}
          onClose={() => setOpen(false)}
        >
          <input type="hidden" name="intent" value="cancel" />
        </ConfirmDialog>
      )}
    </div>
  )
}

function Day({ label, currentPeriodEnd: instant }: Subscription & { label: string }) {
  return (
    <>
      {label} <time dateTime={instant ?? undefined}>{instant && formatLongDay(instant)}</time>
    </>
  )
}

/** The features of the plan, as on the landing page. */
function PlanPoints() {
  return (
    <ul className="plan-points">
      {planPoints.map((point) => (
        <li key={point.label}>
          <Icon name="check" />
          {point.label}
          {'isComingSoon' in point && <small>{comingSoon}</small>}
        </li>
      ))}
    </ul>
  )
}
