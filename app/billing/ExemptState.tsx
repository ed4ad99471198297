import { CancelSubscription } from './CancelSubscription'
import { Actions, StateCard } from './StateCard'
import { formatDate, type Subscription } from './subscription'

/**
 * For users who need no subscription. `remaining` is an earlier subscription that is still running, which they can
 * cancel.
 */
export function ExemptState({ remaining }: { remaining: Subscription | null }) {
  return (
    <StateCard title="No subscription needed">
      <p>This account uses Budkeeper free of charge.</p>
      {remaining && <RemainingSubscription {...remaining} />}
    </StateCard>
  )
}

function RemainingSubscription({ currentPeriodEnd, cancelAtPeriodEnd }: Subscription) {
  const day = currentPeriodEnd ? formatDate(currentPeriodEnd) : ''
  if (cancelAtPeriodEnd) return <p>Your earlier subscription ends on {day} and will not renew.</p>
  return (
    <>
      <p>Your earlier subscription is still running and renews on {day}.</p>
      <Actions>
        <CancelSubscription />
      </Actions>
    </>
  )
}
