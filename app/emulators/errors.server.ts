import type Stripe from 'stripe'

type StripeError = Pick<Stripe.StripeRawError, 'type' | 'code' | 'decline_code' | 'message' | 'param'>

/** An error that the emulator sends in the format of Stripe's API. */
export class EmulatorError extends Error {
  readonly error: StripeError
  constructor(
    readonly status: number,
    message: string,
    fields: Partial<StripeError> = {},
  ) {
    super(message)
    this.error = { type: 'invalid_request_error', ...fields, message }
  }
}

export const resourceMissing = (resource: string, id: string, { status = 404, param = 'id' } = {}) =>
  new EmulatorError(status, `No such ${resource}: '${id}'`, { code: 'resource_missing', param })
