import { z } from 'zod'
import { day, id, type Operations } from '~/base/http/operation.server'
import { wallClockTime } from '~/events/events/event-operations.server'
import { person } from '~/people/buds/bud-responses.server'
import { selectionInput } from './together-input.server'

const shared = z.array(z.object({ name: z.string(), buds: z.array(id) }))

export const plan = z.object({
  buds: z.array(person),
  common: z.object({ hobbies: shared, preferences: shared }),
  conflicts: shared,
  suitsAll: z.array(z.string()),
  lastMet: day.nullable(),
  freeTimes: z.array(z.object({ startDate: wallClockTime, endDate: wallClockTime, reason: z.string() })),
  alsoInvite: z.array(z.object({ bud: person, reason: z.string() })),
})

export const togetherOperations = {
  'GET /together': {
    operationId: 'planTogether',
    summary: 'Plan with some buds',
    access: 'token',
    query: selectionInput,
    // A circle or an event that is not the caller's.
    errors: [404],
    response: plan,
  },
} satisfies Operations
