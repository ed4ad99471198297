import { bud } from '~/buds/bud-responses.server'
import { type Operations, written } from '~/http/operation.server'
import { mergeInput } from './merge-input.server'

export const mergeOperations: Operations = {
  'POST /buds/{id}/merge': {
    operationId: 'mergeBuds',
    summary: 'Merge two buds',
    access: 'token',
    body: mergeInput,
    response: written({ bud }),
    errors: [409],
    ifMatch: true,
  },
}
