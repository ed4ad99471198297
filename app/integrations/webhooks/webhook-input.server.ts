import { z } from 'zod'
import { recentPassword } from '~/account/accounts/account-input.server'
import { urlLength } from '~/base/forms/lengths'
import { listQuery } from '~/base/forms/list-query'
import { line, orEmpty, shortList, text } from '~/base/forms/rules'
import { addressProblem } from './addresses.server'
import { webhookLabels as labels, recordEventTypes, webhookNameLength } from './webhook'

/** Normalised, without a fragment, which is never sent. */
const address = z.preprocess(
  orEmpty,
  text(labels.url, urlLength)
    .refine((value) => value !== '', { message: `${labels.url} is required`, abort: true })
    .superRefine((value, context) => {
      const problem = addressProblem(value)
      if (problem) context.addIssue({ code: 'custom', message: `${labels.url} ${problem}` })
    })
    .meta({ format: 'uri' })
    .transform((value) => Object.assign(new URL(value), { hash: '' }).href),
)

const unknownType = `${labels.types} must be of ${recordEventTypes.join(', ')}`

/** In the order of the list, each once. None are all, as in a form without a choice. */
const types = shortList(
  labels.types,
  recordEventTypes.length,
  `${labels.types} must be at most ${recordEventTypes.length}`,
  z.enum(recordEventTypes, { error: unknownType }),
).transform((list) => (list.length ? recordEventTypes.filter((type) => list.includes(type)) : null))

/** The form of a new webhook, and the body of `POST /webhooks`. */
export const webhookInput = z.object({
  url: address,
  name: line(labels.name, webhookNameLength).default(''),
  types: types.nullable().default(null),
  ...recentPassword,
})
export type WebhookInput = z.infer<typeof webhookInput>

export const deliveryQuery = listQuery({}, { screen: 20 })
export type DeliveryQuery = z.infer<typeof deliveryQuery.strict>
