import { isStripeConfigured } from '~/account/billing/stripe.server'
import { handleWebhook } from '~/account/billing/webhook.server'
import { hook } from '~/api/calls/api.server'
import { readText } from '~/base/http/body.server'
import { UserError } from '~/base/node/errors'

const endpoint = hook(async ({ request }) => {
  if (!isStripeConfigured()) throw new UserError(404, 'Not found')
  await handleWebhook(await readText(request), request.headers.get('Stripe-Signature') ?? '')
  return { received: true }
})

export { endpoint as action, endpoint as loader }
