import { failure } from './failure.server'
import type { World } from './world.server'

/** A card that this customer may pay with. */
export function ownCard({ state }: World, customer: string, id: string) {
  const card = state.cards.rows.get(id)
  if (!card)
    throw failure(404, `No such PaymentMethod: '${id}'`, {
      code: 'resource_missing',
      param: 'payment_method',
    })
  if (card.customer !== customer) {
    throw failure(
      400,
      `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
      {
        code: 'resource_missing',
        param: 'payment_method',
      },
    )
  }
  return card
}
