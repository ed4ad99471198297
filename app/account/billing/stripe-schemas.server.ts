import { z } from 'zod'

const text = z.string().min(1)
const timestamp = z.number().nullable()
const metadata = z.record(z.string(), z.string()).nullable()
const expandable = (object: z.ZodType) => z.union([text, object]).nullable()

/** The fields of Stripe's responses that the app reads. */
const objectSchemas: Record<string, z.ZodType> = {
  customers: z.union([
    z.object({ id: text, deleted: z.literal(true) }),
    z.object({ id: text, metadata: metadata.unwrap() }),
  ]),
  'checkout/sessions': z.object({
    id: text,
    status: z.enum(['open', 'complete', 'expired']),
    mode: text,
    url: text.nullable(),
    metadata,
    setup_intent: expandable(z.object({ payment_method: expandable(z.object({ id: text })) })),
  }),
  subscriptions: z.object({
    id: text,
    status: text,
    created: z.number(),
    cancel_at: timestamp,
    cancel_at_period_end: z.boolean(),
    canceled_at: timestamp,
    metadata: metadata.unwrap(),
    latest_invoice: expandable(z.object({ id: text })),
    items: z.object({ data: z.array(z.object({ current_period_end: z.number() })) }),
  }),
  invoices: z.object({ id: text, status: text.nullable() }),
}

const errorSchema = z.object({ error: z.union([text, z.looseObject({})]) })

const anyObject = z.looseObject({})

function responseSchema(method: string, path: string, status: number) {
  if (status >= 300) return errorSchema
  const [, resource = '', id, action] =
    /^\/v1\/(checkout\/sessions|[a-z_]+)(?:\/([^/?]+))?(\/[^?]+)?/.exec(path) ?? []
  const object = objectSchemas[resource] ?? anyObject
  if (method !== 'GET') return object
  if (id) return action ? anyObject : object
  return z.object({ data: z.array(object) })
}

/** Returns the body unchanged; throws if it does not match the response schema. */
export function validateResponse<T>(method: string, path: string, status: number, body: T): T {
  const { error } = responseSchema(method, path, status).safeParse(body)
  if (error) throw new Error(`Stripe's response has no valid ${error.issues[0]?.path.join('.') || 'object'}`)
  return body
}

const id = z.string().regex(/^\w+$/)
const eventSchema = z.object({ id, type: text })
const eventWithCustomer = z.object({
  data: z.object({ object: z.object({ customer: z.union([id, z.object({ id })]) }) }),
})

export const isEvent = (value: unknown) => eventSchema.safeParse(value).success

/** Id of the customer of an event's object. */
export function customerIdOf(value: unknown) {
  const { customer } = eventWithCustomer.safeParse(value).data?.data.object ?? {}
  return typeof customer === 'string' ? customer : customer?.id
}
