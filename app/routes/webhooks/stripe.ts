import { isStripeConfigured } from '~/billing/stripe.server'
import { handleWebhook } from '~/billing/webhook.server'
import { api } from '~/http/api.server'
import { readText } from '~/http/body.server'
import { UserError } from '~/http/errors'

const endpoint = api('public', {
  POST: async ({ request }) => {
    if (!isStripeConfigured()) throw new UserError(404, 'Not found')
    await handleWebhook(await readText(request), request.headers.get('Stripe-Signature') ?? '')
    return { received: true }
  },
})

export { endpoint as action, endpoint as loader }
