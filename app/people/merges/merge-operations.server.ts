import { type Operations, written } from '~/base/http/operation.server'
import { bud } from '~/people/buds/bud-responses.server'
import { mergeInput } from './merge-input.server'

export const mergeOperations = {
  'POST /buds/{id}/merge': {
    operationId: 'mergeBuds',
    summary: 'Merge two buds',
    access: 'token',
    body: mergeInput,
    response: written({ bud }),
    errors: [409],
    ifMatch: true,
  },
} satisfies Operations
