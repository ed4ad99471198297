import { Form, useNavigation, useSearchParams } from '@remix-run/react'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '~/components/dialog'
import { Icon } from '~/components/icons'
import { comingSoon, pricing } from '~/site/landing-text'
import { BusyButton, CheckoutButton } from './CheckoutButton'
import { monthlyPrice } from './plan'
import { dayInWords, daysInWords, notRenewed, type Subscription } from './subscription'
import './subscription-state.css'

const screen = '/dashboard/subscription'

/** How it stands with the subscription, and what can be done about it (product 8.3). */
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
    <StateCard title="Free trial" kind="trial" fact={`${daysInWords(daysRemaining)} remaining`}>
      <p>After that Budkeeper is {monthlyPrice}. The whole days of your trial that are left stay free.</p>
      <Points />
      <Actions>
        <CheckoutButton>Subscribe Now</CheckoutButton>
      </Actions>
    </StateCard>
  )
}

function Active({ currentPeriodEnd }: Subscription) {
  return (
    <StateCard title="Active" kind="active" fact={<Day says="Renews on" instant={currentPeriodEnd} />}>
      <p>Budkeeper is {monthlyPrice}, with everything in it.</p>
      <Actions>
        <Cancel />
      </Actions>
    </StateCard>
  )
}

function Ending({ currentPeriodEnd }: Subscription) {
  const isOnItsWay = useIsOnItsWay('resume')
  return (
    <StateCard title="Active" kind="active" fact={<Day says="Ends on" instant={currentPeriodEnd} />}>
      <p>{notRenewed}.</p>
      <Actions>
        <Form method="post" action={screen} onSubmit={focusOnTitle}>
          <BusyButton intent="resume" isBusy={isOnItsWay}>
            Resume
          </BusyButton>
        </Form>
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
        <CheckoutButton>Update Payment Method</CheckoutButton>
      </Actions>
    </StateCard>
  )
}

function Canceled() {
  return (
    <StateCard title="No subscription">
      <p>Your buds, circles and events are all still here. Budkeeper is {monthlyPrice}.</p>
      <Points />
      <Actions>
        <CheckoutButton>Resubscribe</CheckoutButton>
      </Actions>
    </StateCard>
  )
}

const useIsOnItsWay = (intent: string) => useNavigation().formData?.get('intent') === intent

/** The button that was pressed is about to go. */
function focusOnTitle() {
  document.querySelector('h1')?.focus()
}

/** Asks first; without JavaScript on a page of its own. */
export function Cancel() {
  const [query] = useSearchParams()
  const [isAsked, setAsked] = useState(query.has('cancel'))
  const isOnItsWay = useIsOnItsWay('cancel')
  return (
    <>
      <form>
        <button
          type="submit"
          className="button quiet"
          name="cancel"
          value="ask"
          aria-disabled={isOnItsWay || undefined}
          onClick={(event) => {
            event.preventDefault()
            setAsked(!isOnItsWay)
          }}
        >
          Cancel
        </button>
      </form>
      {isAsked && (
        <ConfirmDialog
          title="Cancel subscription"
          question="Are you sure you want to cancel your subscription?"
          confirm="Yes, cancel"
          dismiss="Keep it"
          action={screen}
          isOpenAtFirst={query.has('cancel')}
          onClose={() => setAsked(false)}
        >
          <input type="hidden" name="intent" value="cancel" />
        </ConfirmDialog>
      )}
    </>
  )
}

type CardProps = { title: string; fact?: ReactNode; kind?: string; children: ReactNode }

/** Where a fact says how it stands, the title is its tag. */
export function StateCard({ title, fact, kind = '', children }: CardProps) {
  return (
    <section className={`card state-card ${kind}`}>
      <h2 className={fact ? 'tag' : undefined}>{title}</h2>
      {fact && <p className="fact">{fact}</p>}
      {children}
    </section>
  )
}

export function Actions({ children }: { children: ReactNode }) {
  return <div className="state-actions">{children}</div>
}

function Day({ says, instant }: { says: string; instant: string | null }) {
  return (
    <>
      {says} <time dateTime={instant ?? undefined}>{instant && dayInWords(instant)}</time>
    </>
  )
}

/** What the plan holds, as the landing page says it. */
function Points() {
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
