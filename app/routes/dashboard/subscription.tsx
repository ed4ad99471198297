import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { type MetaFunction, useLoaderData, useSearchParams } from '@remix-run/react'
import { useEffect } from 'react'
import { requireUser } from '~/account/accounts/sessions.server'
import { awaitCheckout, openCheckout } from '~/account/billing/checkout.server'
import { subscriptionCanceled, subscriptionPath, subscriptionResumed } from '~/account/billing/subscription'
import { ActionLink, StateCard, SubscriptionState } from '~/account/billing/subscription-state'
import {
  cancelSubscription,
  findRemainingSubscription,
  findSubscription,
  resumeSubscription,
} from '~/account/billing/subscriptions.server'
import { isDemoAccount, type User } from '~/account/users/user'
import { useToast } from '~/base/components/toasts'
import { readFormFields } from '~/base/forms/form.server'
import { redirectWithFailure, redirectWithSuccess } from '~/base/http/toast.server'
import { UserError } from '~/base/node/errors'
import './subscription.css'

export const meta: MetaFunction = () => [{ title: 'Subscription · Budkeeper' }]

const failureMessage = 'Failed to fetch subscription information'

export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  const checkout = new URL(call.request.url).searchParams.get('checkout')
  if (checkout) return afterCheckout(call, user, checkout)
  return { ...(await loadSubscription(call, user)), isPending: false }
}

/** Handles the return from the checkout. Redirects unless its outcome or the subscription is unknown. */
async function afterCheckout(call: LoaderFunctionArgs, user: User, checkout: string) {
  const outcome = await awaitCheckout(user, checkout)
  if (outcome === 'foreign') throw redirect(subscriptionPath)
  const loaderData = await loadSubscription(call, user)
  const { subscription, hasFailed } = loaderData
  if (subscription?.status === 'active') {
    throw await redirectWithSuccess(subscriptionPath, 'Thank you! Your subscription is active.')
  }
  if (outcome === 'complete' && subscription) {
    const isDeclined = subscription.status === 'past_due' || subscription.status === 'unpaid'
    const declined = new UserError(402, 'Your payment did not go through')
    throw isDeclined
      ? await redirectWithFailure(call, subscriptionPath, declined)
      : redirect(subscriptionPath)
  }
  return { ...loaderData, isPending: outcome === 'pending' && !hasFailed }
}

async function loadSubscription({ context }: LoaderFunctionArgs, user: User) {
  try {
    const subscription = await findSubscription(user)
    const remaining = subscription ? null : await findRemainingSubscription(user)
    return { subscription, remaining, isDemo: isDemoAccount(user), hasFailed: false }
  } catch (error) {
    context.log.error({ err: error }, failureMessage)
    return { subscription: null, remaining: null, isDemo: false, hasFailed: true }
  }
}

export async function action(call: ActionFunctionArgs) {
  const user = await requireUser(call)
  const intent = (await readFormFields(call.request)).get('intent')
  try {
    if (intent === 'cancel') {
      await cancelSubscription(user)
      return await redirectWithSuccess(subscriptionPath, subscriptionCanceled)
    }
    if (intent === 'resume') {
      await resumeSubscription(user)
      return await redirectWithSuccess(subscriptionPath, subscriptionResumed)
    }
    if (intent === 'checkout') return redirect(await openCheckout(user))
    throw new UserError(400, 'Please choose what to do')
  } catch (error) {
    return redirectWithFailure(call, subscriptionPath, error)
  }
}

const failureToast = { type: 'error', message: failureMessage } as const

export default function SubscriptionScreen() {
  const { hasFailed, isPending, ...state } = useLoaderData<typeof loader>()
  useToast(hasFailed ? failureToast : undefined)
  return (
    <div className="subscription">
      <h1 tabIndex={-1}>Subscription</h1>
      {hasFailed && (
        <StateCard title={failureMessage}>
          <p>Nothing has changed. Please try again in a moment.</p>
          <ActionLink href={subscriptionPath}>Try again</ActionLink>
        </StateCard>
      )}
      {isPending && <PendingCheckout />}
      {!hasFailed && !isPending && <SubscriptionState {...state} />}
    </div>
  )
}

const reloadAfter = 3_000
const maxReloads = 5

/** Reloads the page a few times. Without JavaScript the user follows the link. */
function PendingCheckout() {
  const [query] = useSearchParams()
  const reloads = Number(query.get('reloads')) || 0
  const isLate = reloads >= maxReloads
  const nextQuery = new URLSearchParams({ checkout: query.get('checkout') ?? '', reloads: `${reloads + 1}` })
  const href = `${subscriptionPath}?${nextQuery}`
  useEffect(() => {
    if (isLate) return
    const timer = setTimeout(() => location.replace(href), reloadAfter)
    return () => clearTimeout(timer)
  }, [isLate, href])
  return (
    <StateCard title="We are waiting for the confirmation of your payment">
      <p role="status">
        {isLate
          ? 'It takes longer than usual. There is no need to pay again: this page shows the payment as soon as it is confirmed.'
          : 'This takes a moment. If you went back without paying, nothing has changed.'}
      </p>
      <ActionLink href={href}>Look again</ActionLink>
    </StateCard>
  )
}
