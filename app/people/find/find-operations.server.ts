import { z } from 'zod'
import { wallClockPattern } from '~/base/forms/rules'
import { id, instant, type Operations } from '~/base/http/operation.server'
import { person } from '~/people/buds/bud-responses.server'
import { findQuery } from './find.server'

const startDate = z.string().meta({ pattern: wallClockPattern })

export const found = z.object({
  buds: z.array(person.extend({ archivedAt: instant.nullable(), note: z.string() })),
  circles: z.array(z.object({ _id: id, Name: z.string(), note: z.string() })),
  events: z.array(z.object({ _id: id, Name: z.string(), startDate, note: z.string() })),
})

export const findOperations = {
  'GET /find': {
    operationId: 'find',
    summary: 'Find buds, circles and events',
    access: 'token',
    query: findQuery.strict,
    response: found,
  },
} satisfies Operations
