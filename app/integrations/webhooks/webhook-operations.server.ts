import { z } from 'zod'
import { count, id, instant, message, type Operations, pageOf, written } from '~/base/http/operation.server'
import { deliveryStates, eventTypes, offReasons, recordEventTypes } from './webhook'
import { deliveryQuery, webhookInput } from './webhook-input.server'

const access = 'user'

const webhook = z
  .object({
    _id: id,
    name: z.string(),
    url: z.url(),
    types: z.array(z.enum(recordEventTypes)).nullable(),
    offSince: instant.nullable(),
    offReason: z.enum(offReasons).nullable(),
    createdAt: instant,
  })
  .meta({ id: 'Webhook' })

const delivery = z
  .object({
    _id: id,
    type: z.enum(eventTypes),
    state: z.enum(deliveryStates).exclude(['sending']),
    attempts: count,
    status: z.int().nullable(),
    problem: z.string().nullable(),
    createdAt: instant,
    nextAttemptAt: instant.nullable(),
  })
  .meta({ id: 'Delivery', description: 'An event that a webhook was told of, or will be' })

export const webhookOperations = {
  'GET /webhooks': {
    operationId: 'listWebhooks',
    summary: 'List webhooks',
    access,
    response: z.object({ webhooks: z.array(webhook) }),
  },
  'POST /webhooks': {
    operationId: 'createWebhook',
    summary: 'Add a webhook',
    access,
    refusesDemo: true,
    body: webhookInput,
    status: 201,
    response: written({ webhook, secret: z.string() }),
    errors: [409],
    hasSecret: true,
  },
  'DELETE /webhooks/{id}': {
    operationId: 'removeWebhook',
    summary: 'Remove a webhook',
    access,
    response: message,
  },
  'POST /webhooks/{id}/test': {
    operationId: 'testWebhook',
    summary: 'Send a test',
    access,
    status: 202,
    response: written({ delivery }),
    errors: [409],
  },
  'GET /webhooks/{id}/deliveries': {
    operationId: 'listDeliveries',
    summary: 'List the deliveries of a webhook',
    access,
    query: deliveryQuery.strict,
    response: pageOf({ deliveries: z.array(delivery) }, 'totalDeliveries'),
  },
} satisfies Operations
