import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'

export const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`

/** Stripe stores every value as text. */
export function metadataOf(metadata: Stripe.Emptyable<Stripe.MetadataParam> | undefined): Stripe.Metadata {
  return Object.fromEntries(Object.entries(metadata || {}).map(([name, value]) => [name, String(value)]))
}
