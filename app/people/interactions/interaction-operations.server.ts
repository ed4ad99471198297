import { z } from 'zod'
import { day, id, instant, message, type Operations, pageOf, written } from '~/base/http/operation.server'
import { budName, listedBuds } from '~/people/buds/bud-responses.server'
import { interactionKinds } from './interaction'
import { interactionChange, interactionInput, interactionQuery, logInput } from './interaction-input.server'

const access = 'token'

export const interaction = z
  .object({
    _id: id,
    kind: z.enum(interactionKinds),
    on: day,
    note: z.string(),
    buds: z.array(budName),
    createdAt: instant,
  })
  .meta({ id: 'Interaction' })

export const listedInteraction = interaction.extend(listedBuds).meta({ id: 'ListedInteraction' })

export const interactionOperations = {
  'GET /interactions': {
    operationId: 'listInteractions',
    summary: 'List interactions',
    access,
    query: interactionQuery.strict,
    response: pageOf({ interactions: z.array(listedInteraction) }, 'totalInteractions'),
  },
  'POST /interactions': {
    operationId: 'createInteraction',
    summary: 'Add an interaction',
    access,
    body: interactionInput,
    status: 201,
    response: written({ interaction }),
  },
  'GET /interactions/{id}': {
    operationId: 'getInteraction',
    summary: 'Read an interaction',
    access,
    response: z.object({ interaction }),
  },
  'PATCH /interactions/{id}': {
    operationId: 'updateInteraction',
    summary: 'Edit an interaction',
    access,
    body: interactionChange,
    response: written({ interaction }),
    ifMatch: true,
  },
  'DELETE /interactions/{id}': {
    operationId: 'deleteInteraction',
    summary: 'Delete an interaction',
    access,
    response: message,
    ifMatch: true,
  },
  'POST /buds/{id}/log': {
    operationId: 'logContact',
    summary: 'Log a contact with a bud',
    access,
    body: logInput,
    status: 201,
    response: written({ interaction }),
  },
} satisfies Operations
