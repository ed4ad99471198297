import { z } from 'zod'

const word = z.string().min(1)
const instant = z.number().nullable()
const metadata = z.record(z.string(), z.string()).nullable()
const orItsId = (object: z.ZodType) => z.union([word, object]).nullable()

/** What is read of Stripe's answers. Without it nothing is stored, and no call is made with what is not there. */
const rules: Record<string, z.ZodType> = {
  customers: z.union([
    z.object({ id: word, deleted: z.literal(true) }),
    z.object({ id: word, metadata: metadata.unwrap() }),
  ]),
  'checkout/sessions': z.object({
    id: word,
    status: z.enum(['open', 'complete', 'expired']),
    mode: word,
    url: word.nullable(),
    metadata,
    setup_intent: orItsId(z.object({ payment_method: orItsId(z.object({ id: word })) })),
  }),
  subscriptions: z.object({
    id: word,
    status: word,
    created: z.number(),
    cancel_at: instant,
    cancel_at_period_end: z.boolean(),
    canceled_at: instant,
    metadata: metadata.unwrap(),
    latest_invoice: orItsId(z.object({ id: word })),
    items: z.object({ data: z.array(z.object({ current_period_end: z.number() })) }),
  }),
  invoices: z.object({ id: word, status: word.nullable() }),
}

const failure = z.object({ error: z.union([word, z.looseObject({})]) })

const anything = z.looseObject({})

function ruleOf(method: string, path: string, status: number) {
  if (status >= 300) return failure
  const [, name = '', id, more] =
    /^\/v1\/(checkout\/sessions|[a-z_]+)(?:\/([^/?]+))?(\/[^?]+)?/.exec(path) ?? []
  const one = rules[name] ?? anything
  if (method !== 'GET') return one
  if (id) return more ? anything : one
  return z.object({ data: z.array(one) })
}

/** `body` as it came, when it is what that call is answered with; throws otherwise. */
export function asAnswer<T>(method: string, path: string, status: number, body: T): T {
  const { error } = ruleOf(method, path, status).safeParse(body)
  if (error) throw new Error(`Stripe answered without ${error.issues[0]?.path.join('.') || 'an object'}`)
  return body
}

const id = z.string().regex(/^\w+$/)
const event = z.object({ id, type: word })
const about = z.object({
  data: z.object({ object: z.object({ customer: z.union([id, z.object({ id })]) }) }),
})

export const isEvent = (value: unknown) => event.safeParse(value).success

/** Whom an event is about, if any customer. */
export function customerIn(value: unknown) {
  const { customer } = about.safeParse(value).data?.data.object ?? {}
  return typeof customer === 'string' ? customer : customer?.id
}
