import { z } from 'zod'
import { count, instant, type Operations, written } from '~/base/http/operation.server'
import { statuses } from './subscription'

const ofAccount = { access: 'user' } as const

const subscription = z
  .object({
    status: z.enum(statuses),
    daysRemaining: count,
    currentPeriodEnd: instant.nullable(),
    cancelAtPeriodEnd: z.boolean(),
  })
  .meta({ id: 'Subscription' })

export const billingOperations = {
  'GET /subscriptions/status': {
    ...ofAccount,
    operationId: 'getSubscription',
    summary: 'Read the subscription',
    response: z.object({ subscription: subscription.nullable() }),
  },
  'POST /subscriptions/create-checkout-session': {
    ...ofAccount,
    operationId: 'createCheckout',
    summary: 'Open a checkout',
    response: z.object({ url: z.url() }),
    errors: [400, 409],
  },
  'POST /subscriptions/cancel': {
    ...ofAccount,
    operationId: 'cancelSubscription',
    summary: 'Cancel the subscription',
    response: written({ subscription: subscription.nullable() }),
    errors: [400, 409],
  },
  'POST /subscriptions/resume': {
    ...ofAccount,
    operationId: 'resumeSubscription',
    summary: 'Resume the subscription',
    response: written({ subscription: subscription.nullable() }),
    errors: [400, 409],
  },
} satisfies Operations
