import type { Operations } from '~/base/http/operation.server'
import { exportQuery, mediaTypes } from './export.server'

export const exportOperations = {
  'GET /export': {
    operationId: 'exportData',
    summary: 'Export all data',
    access: 'token',
    query: exportQuery,
    response: Object.values(mediaTypes).map((type) => type.replace(/;.*/, '')),
    // A part that does not exist.
    errors: [404],
  },
} satisfies Operations
