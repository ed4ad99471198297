import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { Form, useLoaderData, useSearchParams } from '@remix-run/react'
import { type ReactNode, useEffect, useState } from 'react'
import type { User } from '~/accounts/account'
import { requireUser } from '~/accounts/sessions.server'
import { CheckoutButton } from '~/billing/CheckoutButton'
import { arrived, openCheckout } from '~/billing/checkout.server'
import {
  dayInWords,
  daysInWords,
  notRenewed,
  price,
  type Subscription,
  subscriptionCanceled,
  subscriptionResumed,
} from '~/billing/subscription'
import { cancelSubscription, resumeSubscription, subscriptionFor } from '~/billing/subscriptions.server'
import { ConfirmDialog } from '~/components/dialog'
import { redirectWithFailure, redirectWithSuccess } from '~/components/toast.server'
import { useToast } from '~/components/toasts'
import { readForm } from '~/server/body.server'
import './subscription.css'

export const meta: MetaFunction = () => [{ title: 'Subscription · Budkeeper' }]

const here = '/dashboard/subscription'
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
  const { subscription, hasFailed } = await known(call, user)
  if (subscription?.status === 'active') {
    throw await redirectWithSuccess(here, 'Thank you! Your subscription is active.')
  }
  return { subscription, hasFailed, isWaiting: outcome === 'waiting' }
}

async function known({ context }: LoaderFunctionArgs, user: User) {
  try {
    return { subscription: await subscriptionFor(user), hasFailed: false }
  } catch (error) {
    context.log.error({ err: error }, failure)
    return { subscription: null, hasFailed: true }
  }
}

export async function action(call: ActionFunctionArgs) {
  const user = await requireUser(call)
  try {
    const intent = (await readForm(call.request)).get('intent')
    if (intent === 'cancel') return await cancel(user)
    if (intent === 'resume') return await resume(user)
    return redirect(await openCheckout(user))
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
  const { subscription, hasFailed, isWaiting } = useLoaderData<typeof loader>()
  useToast(hasFailed ? failed : undefined)
  return (
    <div className="subscription">
      <h1 tabIndex={-1}>Subscription</h1>
      {isWaiting && <Waiting />}
      {hasFailed && (
        <Card title={failure}>
          <Again label="Try again" />
        </Card>
      )}
      {!hasFailed && (subscription ? <State {...subscription} /> : <Exempt />)}
    </div>
  )
}

const failed = { type: 'error', message: failure } as const

function State(subscription: Subscription) {
  switch (subscription.status) {
    case 'trialing':
      return (
        <Card title="Free trial" fact={`${daysInWords(subscription.daysRemaining)} remaining`}>
          <p>After that Budkeeper is {price}. The days of your trial that are left stay free.</p>
          <CheckoutButton>Subscribe Now</CheckoutButton>
        </Card>
      )
    case 'active':
      return <Active {...subscription} />
    case 'past_due':
    case 'unpaid':
      return (
        <Card title="Payment Issue" kind="unpaid">
          <p>
            Your last payment did not go through. With another card the open amount is paid, and all goes on
            as before.
          </p>
          <CheckoutButton>Update Payment Method</CheckoutButton>
        </Card>
      )
    case 'canceled':
      return (
        <Card title="No subscription">
          <p>Your buds, circles and events are all still here. Budkeeper is {price}.</p>
          <CheckoutButton>Resubscribe</CheckoutButton>
        </Card>
      )
  }
}

function Active({ currentPeriodEnd, cancelAtPeriodEnd }: Subscription) {
  const day = currentPeriodEnd ? dayInWords(currentPeriodEnd) : ''
  return cancelAtPeriodEnd ? (
    <Card title="Active" fact={`Ends on ${day}`}>
      <p>{notRenewed}.</p>
      <Form method="post">
        <button type="submit" className="button" name="intent" value="resume">
          Resume
        </button>
      </Form>
    </Card>
  ) : (
    <Card title="Active" fact={`Renews on ${day}`}>
      <p>Budkeeper is {price}, with everything in it.</p>
      <Cancel />
    </Card>
  )
}

/** Asks first; without JavaScript on a page of its own. */
function Cancel() {
  const [query] = useSearchParams()
  const [isAsked, setAsked] = useState(query.has('cancel'))
  return (
    <>
      <form>
        <button
          type="submit"
          className="button quiet"
          name="cancel"
          value="ask"
          onClick={(event) => {
            event.preventDefault()
            setAsked(true)
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
          action={here}
          isOpenAtFirst={query.has('cancel')}
          onClose={() => setAsked(false)}
        >
          <input type="hidden" name="intent" value="cancel" />
        </ConfirmDialog>
      )}
    </>
  )
}

const lookAgainAfter = 3_000
const mostLooks = 5

/** Without JavaScript there is a link; with it the page looks again by itself, a few times. */
function Waiting() {
  const [query] = useSearchParams()
  const looks = Number(query.get('look')) || 0
  const again = `${here}?${new URLSearchParams({ checkout: query.get('checkout') ?? '', look: `${looks + 1}` })}`
  useEffect(() => {
    if (looks >= mostLooks) return
    const timer = setTimeout(() => location.replace(again), lookAgainAfter)
    return () => clearTimeout(timer)
  }, [looks, again])
  return (
    <Card title="We are waiting for the confirmation of your payment">
      <p role="status">This takes a moment. If you went back without paying, nothing has changed.</p>
      <Again label="Look again" href={again} />
    </Card>
  )
}

function Again({ label, href = here }: { label: string; href?: string }) {
  return (
    <a className="button quiet" href={href}>
      {label}
    </a>
  )
}

function Exempt() {
  return (
    <Card title="No subscription needed">
      <p>This account uses Budkeeper free of charge.</p>
    </Card>
  )
}

type CardProps = { title: string; fact?: string; kind?: string; children: ReactNode }

function Card({ title, fact, kind = '', children }: CardProps) {
  return (
    <section className={`card subscription-card ${kind}`}>
      <h2>{title}</h2>
      {fact && <p className="fact">{fact}</p>}
      {children}
    </section>
  )
}
