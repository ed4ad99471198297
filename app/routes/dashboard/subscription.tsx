import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useLoaderData, useSearchParams } from '@remix-run/react'
import { useEffect } from 'react'
import type { User } from '~/accounts/account'
import { requireUser } from '~/accounts/sessions.server'
import { arrived, openCheckout } from '~/billing/checkout.server'
import { Actions, Cancel, StateCard, SubscriptionState } from '~/billing/SubscriptionState'
import {
  dayInWords,
  type Status,
  type Subscription,
  subscriptionCanceled,
  subscriptionResumed,
} from '~/billing/subscription'
import {
  cancelSubscription,
  needlessFor,
  resumeSubscription,
  subscriptionFor,
} from '~/billing/subscriptions.server'
import { redirectWithFailure, redirectWithSuccess } from '~/components/toast.server'
import { useToast } from '~/components/toasts'
import { readForm } from '~/http/body.server'
import { UserError } from '~/http/errors'
import './subscription.css'

export const meta: MetaFunction = () => [{ title: 'Subscription · Budkeeper' }]

const here = '/dashboard/subscription'
const declined = 'Your payment did not go through'
const failure = 'Failed to fetch subscription information'

export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  const checkout = new URL(call.request.url).searchParams.get('checkout')
  if (checkout) return comeBack(call, user, checkout)
  return { ...(await known(call, user)), isWaiting: false }
}

/** From the checkout: what was paid is seen at once, or in a moment. */
async function comeBack(call: LoaderFunctionArgs, user: User, checkout: string) {
  const outcome = await arrived(user, checkout)
  if (outcome === 'foreign') throw redirect(here)
  const { subscription, needless, hasFailed } = await known(call, user)
  if (subscription?.status === 'active') {
    throw await redirectWithSuccess(here, 'Thank you! Your subscription is active.')
  }
  if (outcome === 'settled' && subscription) throw await settledInVain(call, subscription.status)
  return { subscription, needless, hasFailed, isWaiting: outcome === 'waiting' && !hasFailed }
}

function settledInVain(call: LoaderFunctionArgs, status: Status) {
  const isDeclined = status === 'past_due' || status === 'unpaid'
  return isDeclined ? redirectWithFailure(call, here, new UserError(402, declined)) : redirect(here)
}

async function known({ context }: LoaderFunctionArgs, user: User) {
  try {
    const subscription = await subscriptionFor(user)
    return { subscription, needless: subscription ? null : await needlessFor(user), hasFailed: false }
  } catch (error) {
    context.log.error({ err: error }, failure)
    return { subscription: null, needless: null, hasFailed: true }
  }
}

export async function action(call: ActionFunctionArgs) {
  const user = await requireUser(call)
  try {
    const intent = (await readForm(call.request)).get('intent')
    if (intent === 'cancel') return await cancel(user)
    if (intent === 'resume') return await resume(user)
    if (intent === 'checkout') return redirect(await openCheckout(user))
    throw new UserError(400, 'Please choose what to do')
  } catch (error) {
    return redirectWithFailure(call, here, error)
  }
}

async function cancel(user: User) {
  await cancelSubscription(user)
  return redirectWithSuccess(here, subscriptionCanceled)
}

async function resume(user: User) {
  await resumeSubscription(user)
  return redirectWithSuccess(here, subscriptionResumed)
}

export default function SubscriptionScreen() {
  const { subscription, needless, hasFailed, isWaiting } = useLoaderData<typeof loader>()
  useToast(hasFailed ? failed : undefined)
  return (
    <div className="subscription">
      <h1 tabIndex={-1}>Subscription</h1>
      {hasFailed && <Failed />}
      {isWaiting && <Waiting />}
      {!hasFailed &&
        !isWaiting &&
        (subscription ? <SubscriptionState {...subscription} /> : <Exempt needless={needless} />)}
    </div>
  )
}

const failed = { type: 'error', message: failure } as const

function Failed() {
  return (
    <StateCard title={failure}>
      <p>Nothing has changed. Please try again in a moment.</p>
      <Again label="Try again" />
    </StateCard>
  )
}

const lookAgainAfter = 3_000
const mostLooks = 5

/** Without JavaScript there is a link; with it the page looks again by itself, a few times. */
function Waiting() {
  const [query] = useSearchParams()
  const looks = Number(query.get('look')) || 0
  const isLate = looks >= mostLooks
  const again = `${here}?${new URLSearchParams({ checkout: query.get('checkout') ?? '', look: `${looks + 1}` })}`
  useEffect(() => {
    if (isLate) return
    const timer = setTimeout(() => location.replace(again), lookAgainAfter)
    return () => clearTimeout(timer)
  }, [isLate, again])
  return (
    <StateCard title="We are waiting for the confirmation of your payment">
      <p role="status">
        {isLate
          ? 'It is late. There is no need to pay again: as soon as it has come, it shows here.'
          : 'This takes a moment. If you went back without paying, nothing has changed.'}
      </p>
      <Again label="Look again" href={again} />
    </StateCard>
  )
}

function Again({ label, href = here }: { label: string; href?: string }) {
  return (
    <Actions>
      <a className="button quiet" href={href}>
        {label}
      </a>
    </Actions>
  )
}

/** Who paid before has something running still, which is theirs to cancel. */
function Exempt({ needless }: { needless: Subscription | null }) {
  return (
    <StateCard title="No subscription needed">
      <p>This account uses Budkeeper free of charge.</p>
      {needless && <Needless {...needless} />}
    </StateCard>
  )
}

function Needless({ currentPeriodEnd, cancelAtPeriodEnd }: Subscription) {
  const day = currentPeriodEnd ? dayInWords(currentPeriodEnd) : ''
  if (cancelAtPeriodEnd) return <p>Your earlier subscription ends on {day} and will not renew.</p>
  return (
    <>
      <p>Your earlier subscription is still running and renews on {day}.</p>
      <Actions>
        <Cancel />
      </Actions>
    </>
  )
}
