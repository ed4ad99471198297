import type { Operations } from '~/base/http/operation.server'
import { otherKinds } from './find'
import { findQuery, foundRecords } from './find.server'

export const findOperations = {
  'GET /find': {
    operationId: 'find',
    summary: `Find buds, ${otherKinds}`,
    access: 'token',
    query: findQuery.strict,
    response: foundRecords,
  },
} satisfies Operations
