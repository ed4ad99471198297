import type Stripe from 'stripe'

/** Stripe's errors, as their `error` field says them. */
export type StripeFailure = {
  status: number
  error: Pick<Stripe.StripeRawError, 'type' | 'code' | 'decline_code' | 'message' | 'param'> & {
    payment_intent?: never
  }
}

type More = Omit<StripeFailure['error'], 'message' | 'type'> & { type?: StripeFailure['error']['type'] }

/** To be thrown. */
export function failure(status: number, message: string, more: More = {}) {
  const error = { type: 'invalid_request_error', ...more, message } satisfies StripeFailure['error']
  return Object.assign(new Error(message), { status, error })
}

export function isFailure(error: unknown): error is Error & StripeFailure {
  return error instanceof Error && 'error' in error && 'status' in error
}

export function missing(what: string, id: string) {
  return failure(404, `No such ${what}: '${id}'`, { code: 'resource_missing', param: 'id' })
}
