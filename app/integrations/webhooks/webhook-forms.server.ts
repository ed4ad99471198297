import { setTimeout } from 'node:timers/promises'
import { data } from '@remix-run/node'
import { assertNotDemo } from '~/account/accounts/accounts.server'
import type { User } from '~/account/users/user'
import { idempotencyKey, invalidForm, parseFields, refuseForm } from '~/base/forms/form.server'
import type { Call } from '~/base/http/context.server'
import { redirectWithFailure, redirectWithSuccess } from '~/base/http/toast.server'
import { UserError } from '~/base/node/errors'
import { webhooksPath } from './webhook'
import { webhookInput } from './webhook-input.server'
import { addWebhook, findDelivery, removeWebhook, sendTest } from './webhooks.server'

const intents = ['add-webhook', 'test-webhook', 'remove-webhook']

/** Whether a form of the screen is one of `WebhookSection`. */
export const isWebhookForm = (form: FormData) => intents.includes(String(form.get('intent')))

/** The action of `WebhookSection`. A new secret is in the response itself, because it cannot be read later. */
export async function webhookAction(call: Call, user: User, form: FormData) {
  const intent = form.get('intent')
  if (intent === 'add-webhook') return add(call, user, form)
  const id = String(form.get('_id') ?? '')
  try {
    if (intent === 'test-webhook') return await test(user._id, id)
    await removeWebhook(user._id, id)
    return await redirectWithSuccess(webhooksPath, 'Webhook removed successfully')
  } catch (error) {
    return redirectWithFailure(call, webhooksPath, error)
  }
}

async function add(call: Call, user: User, form: FormData) {
  const submission = parseFields(form, webhookInput)
  try {
    assertNotDemo(user)
    if (submission.status !== 'success') return refused(invalidForm(submission))
    const { webhook, secret } = await addWebhook(
      call,
      user,
      submission.value,
      idempotencyKey(form.get('_id')),
    )
    const msg = 'Webhook added successfully'
    return data({ addedWebhook: { ...webhook, secret }, msg, type: 'success' as const }, 201)
  } catch (error) {
    return refused(refuseForm(call, submission, error))
  }
}

/** The screen has other forms, which have results too. */
const refused = ({ data: { result, ...rest }, init }: ReturnType<typeof refuseForm>) =>
  data({ webhookResult: result, ...rest }, init ?? undefined)

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
