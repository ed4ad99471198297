import { count, id, type Operations, written } from '~/base/http/operation.server'
import { bulkInput } from './bulk-input.server'

export const bulkOperations = {
  'POST /buds/bulk': {
    operationId: 'changeBuds',
    summary: 'Change many buds at once',
    access: 'token',
    body: bulkInput,
    response: written({ changed: count, changeId: id.nullable() }),
    // A bud or a circle that is not the caller's; tags beyond their limits.
    errors: [404, 409],
  },
} satisfies Operations
