import { z } from 'zod'
import { wallClock } from '~/base/forms/rules'
import { count, id, instant, message, type Operations, written } from '~/base/http/operation.server'
import { person } from '~/people/buds/bud-responses.server'
import { diets } from '~/people/buds/diets'
import { answers, guestsLimit } from './guest'
import { linksInput, newLinksInput } from './guest-input.server'

const access = 'token'

export const guest = z
  .object({
    bud: person,
    answer: z.enum(answers).nullable(),
    guests: z.int().min(0).max(guestsLimit),
    diet: z.array(z.enum(diets)),
    note: z.string(),
    answeredAt: instant.nullable(),
    hasLink: z.boolean(),
  })
  .meta({ id: 'Guest', description: 'An attendee of an event with the answer' })

export const guestTotals = z.object({ yes: count, no: count, maybe: count, open: count, people: count })

export const guestOperations = {
  'GET /events/{id}/guests': {
    operationId: 'listGuests',
    summary: 'Read the answers of guests',
    access,
    response: z.object({ guests: z.array(guest), totals: guestTotals }),
  },
  'POST /events/{id}/guests': {
    operationId: 'createGuestLinks',
    summary: 'Make links for guests',
    access: 'user',
    refusesDemo: true,
    query: z.object({ occurrence: wallClock('occurrence').optional() }),
    body: newLinksInput,
    status: 201,
    response: written({
      event: z.object({ _id: id }),
      links: z.array(z.object({ bud: person, url: z.url() })),
    }),
    errors: [409],
  },
  'DELETE /events/{id}/guests': {
    operationId: 'endGuestLinks',
    summary: 'End links of guests',
    access,
    body: linksInput,
    response: message,
  },
} satisfies Operations
