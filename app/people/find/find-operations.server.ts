import type { Operations } from '~/base/http/operation.server'
import { findQuery, foundRecords } from './find.server'

export const findOperations = {
  'GET /find': {
    operationId: 'find',
    summary: 'Find records by any text of them',
    access: 'token',
    query: findQuery.strict,
    response: foundRecords,
  },
} satisfies Operations
