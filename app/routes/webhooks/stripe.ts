import { isConnected } from '~/billing/stripe.server'
import { takeEvent } from '~/billing/webhook.server'
import { api } from '~/server/api.server'
import { readText } from '~/server/body.server'
import { UserError } from '~/server/errors'

const endpoint = api('public', {
  POST: async ({ request }) => {
    if (!isConnected()) throw new UserError(404, 'Not found')
    await takeEvent(await readText(request), request.headers.get('Stripe-Signature') ?? '')
    return { received: true }
  },
})

export { endpoint as action, endpoint as loader }
