import { z } from 'zod'
import { createSession, expireSession, listSessions, retrieveSession } from './checkout.server'
import { createCustomer, listCustomers, retrieveCustomer, updateCustomer } from './customers.server'
import { listInvoices, payInvoice } from './invoices.server'
import { priceId } from './objects.server'
import { type Emulator, EmulatorError } from './state.server'
import {
  cancelSubscription,
  listSubscriptions,
  resumeSubscription,
  retrieveSubscription,
  updateSubscription,
} from './subscriptions.server'

/** Rules of parameters. The message of a rule is Stripe's error code, if Stripe has one. */
const text = z.string('parameter_invalid_string').min(1, 'parameter_invalid_empty')
const integer = z.coerce.number('parameter_invalid_integer').int('parameter_invalid_integer')
const integerFrom = (min: number, max: number) =>
  integer.min(min, 'parameter_invalid_integer').max(max, 'parameter_invalid_integer')
const listOf = (item: z.ZodType) => z.array(item, 'parameter_invalid_array')
const email = text.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'email_invalid')
const url = text.regex(/^https?:\/\/[^/]/, 'url_invalid')
const metadata = z.record(text, z.string())
const page = { limit: integerFrom(1, 100), starting_after: text }

type Handle<Params> = (emulator: Emulator, params: Params, id: string) => object
type Call = { method: 'get' | 'post' | 'delete'; path: string; schema: z.ZodType; handle: Handle<never> }

/** All request parameters are optional. The compiler rejects `rules` for a parameter that Stripe does not have. */
function call<Params>(
  method: Call['method'],
  path: string,
  rules: { [name in keyof NoInfer<Params>]?: z.ZodType },
  handle: Handle<Params>,
): Call {
  return { method, path, schema: z.strictObject(rules as z.ZodRawShape).partial(), handle }
}

/** The supported part of Stripe's API: the calls that the app makes. */
export const calls = [
  call('post', '/customers', { email, metadata }, createCustomer),
  call('get', '/customers', { email: text, ...page }, listCustomers),
  call('get', '/customers/:id', {}, retrieveCustomer),
  call(
    'post',
    '/customers/:id',
    { email, invoice_settings: z.strictObject({ default_payment_method: text }) },
    updateCustomer,
  ),
  call(
    'post',
    '/checkout/sessions',
    {
      mode: z.enum(['subscription', 'setup']),
      customer: text,
      client_reference_id: text,
      metadata,
      line_items: listOf(
        z.strictObject({
          price: z.literal(priceId, 'resource_missing'),
          quantity: integer.pipe(z.literal(1)),
        }),
      ).length(1),
      subscription_data: z.strictObject({ trial_period_days: integerFrom(1, 730), metadata }).partial(),
      currency: text,
      success_url: url,
      cancel_url: url,
    },
    createSession,
  ),
  call(
    'get',
    '/checkout/sessions',
    { customer: text, status: z.enum(['open', 'complete', 'expired']), ...page },
    listSessions,
  ),
  call('get', '/checkout/sessions/:id', { expand: listOf(z.literal('setup_intent')) }, retrieveSession),
  call('post', '/checkout/sessions/:id/expire', {}, expireSession),
  call('get', '/subscriptions', { customer: text, status: text, ...page }, listSubscriptions),
  call('get', '/subscriptions/:id', {}, retrieveSubscription),
  call(
    'post',
    '/subscriptions/:id',
    {
      cancel_at: z.literal('').or(integer),
      cancel_at_period_end: z.stringbool({ truthy: ['true'], falsy: ['false'] }),
      default_payment_method: text,
    },
    updateSubscription,
  ),
  call('delete', '/subscriptions/:id', {}, cancelSubscription),
  call('post', '/subscriptions/:id/resume', {}, resumeSubscription),
  call('get', '/invoices', { subscription: text, ...page }, listInvoices),
  call('post', '/invoices/:id/pay', { payment_method: text }, payInvoice),
]

/** Converts the strings of a form or query to the types of the schema. Throws Stripe's error for an invalid parameter. */
export function parseParams(schema: z.ZodType, input: unknown) {
  const { data, error } = schema.safeParse(input)
  if (!error) return data as never
  const unknown = error.issues.find((issue) => issue.code === 'unrecognized_keys')
  if (unknown) {
    const param = paramOf([...unknown.path, ...unknown.keys.slice(0, 1)])
    const fields = { code: 'parameter_unknown', param } as const
    throw new EmulatorError(400, `The emulator does not support this parameter: ${param}`, fields)
  }
  const [{ path, message }] = error.issues as [z.core.$ZodIssue]
  const param = paramOf(path)
  throw new EmulatorError(400, `Invalid ${param}: ${message}`, { code: message as never, param })
}

/** A name such as `line_items[0][price]`. */
const paramOf = ([first, ...rest]: PropertyKey[]) =>
  [first, ...rest.map((key) => `[${String(key)}]`)].join('')
