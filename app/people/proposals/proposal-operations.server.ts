import { z } from 'zod'
import { id, instant, message, type Operations, pageOf, written } from '~/base/http/operation.server'
import { person } from '~/people/buds/bud-responses.server'
import { differingFields } from './proposal'
import { acceptInput, proposalQuery, updateLinkInput } from './proposal-input.server'

const access = 'token'

export const proposal = z
  .object({
    _id: id,
    bud: person,
    source: z.string().describe('Whose it is: ‘The bud themselves’ by a link, or the name of a token'),
    createdAt: instant,
    fields: z.array(z.object({ name: z.enum(differingFields), before: z.unknown(), after: z.unknown() })),
  })
  .meta({ id: 'Proposal' })

export const proposalOperations = {
  'POST /buds/{id}/update-link': {
    operationId: 'createUpdateLink',
    summary: 'Make an update link',
    access: 'user',
    body: updateLinkInput,
    status: 201,
    response: written({ url: z.url() }),
  },
  'GET /proposals': {
    operationId: 'listProposals',
    summary: 'List proposals',
    access,
    query: proposalQuery.strict,
    response: pageOf({ proposals: z.array(proposal) }, 'totalProposals'),
  },
  'POST /proposals/{id}/accept': {
    operationId: 'acceptProposal',
    summary: 'Accept a proposal',
    access: 'user',
    body: acceptInput,
    response: message,
    errors: [409],
    ifMatch: true,
  },
  'POST /proposals/{id}/reject': {
    operationId: 'rejectProposal',
    summary: 'Reject a proposal',
    access: 'user',
    response: message,
  },
} satisfies Operations
