import { z } from 'zod'
import { message, type Operations, pageOf } from '~/base/http/operation.server'
import { person } from '~/people/buds/bud-responses.server'
import { dismissInput, duplicateQuery } from './duplicates.server'

const access = 'token'
export const pair = z.object({ a: person, b: person, reasons: z.array(z.string()) })

export const duplicateOperations = {
  'GET /duplicates': {
    operationId: 'listDuplicates',
    summary: 'List possible duplicates',
    access,
    query: duplicateQuery.strict,
    response: pageOf({ duplicates: z.array(pair) }, 'totalDuplicates'),
  },
  'POST /duplicates/dismiss': {
    operationId: 'dismissDuplicate',
    summary: 'Dismiss a pair',
    access,
    body: dismissInput,
    response: message,
    errors: [404],
  },
} satisfies Operations
