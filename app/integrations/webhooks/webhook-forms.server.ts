import { setTimeout } from 'node:timers/promises'
import { revokeButton, secretForm } from '~/account/accounts/secret-forms.server'
import type { User } from '~/account/users/user'
import type { Call } from '~/base/http/context.server'
import { redirectWithFailure, redirectWithSuccess } from '~/base/http/toast.server'
import { UserError } from '~/base/node/errors'
import { webhooksPath } from './webhook'
import { webhookInput } from './webhook-input.server'
import { addWebhook, findDelivery, removeWebhook, sendTest } from './webhooks.server'

const intents = ['add-webhook', 'test-webhook', 'remove-webhook']

/** Whether a form of the screen is one of `WebhookSection`. */
export const isWebhookForm = (form: FormData) => intents.includes(String(form.get('intent')))

const add = secretForm({
  section: 'webhooks',
  path: webhooksPath,
  input: webhookInput,
  async make(call, user, value, key) {
    const { webhook, secret } = await addWebhook(call, user, value, key)
    return { ...webhook, secret }
  },
  msg: 'Webhook added successfully',
})

const remove = revokeButton(webhooksPath, removeWebhook, 'Webhook removed successfully')

/** The action of `WebhookSection`. */
export async function webhookAction(call: Call, user: User, form: FormData) {
  const intent = form.get('intent')
  if (intent === 'add-webhook') return add(call, user, form)
  if (intent === 'remove-webhook') return remove(call, user, form)
  try {
    return await test(user._id, String(form.get('_id') ?? ''))
  } catch (error) {
    return redirectWithFailure(call, webhooksPath, error)
  }
}

/** Milliseconds for which the response waits for the outcome. */
const patience = 3_000
const interval = 100

async function test(userId: string, id: string) {
  const until = performance.now() + patience
  let delivery = await sendTest(userId, id)
  while (delivery.state === 'pending' && performance.now() < until) {
    await setTimeout(interval)
    delivery = (await findDelivery(userId, delivery._id)) ?? delivery
  }
  if (delivery.state === 'failed')
    throw new UserError(502, `The test was not delivered. ${delivery.problem}.`)
  const isDelivered = delivery.state === 'delivered'
  return redirectWithSuccess(webhooksPath, isDelivered ? 'The test was delivered' : 'The test is on its way')
}
