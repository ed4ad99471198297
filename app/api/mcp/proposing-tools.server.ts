import { z } from 'zod'
import { id } from '~/base/http/operation.server'
import { env } from '~/base/node/env.server'
import { proposalLimit, reviewPath } from '~/people/proposals/proposal'
import { proposalInput } from '~/people/proposals/proposal-input.server'
import { createProposal } from '~/people/proposals/proposals.server'
import { idOf, tool } from './tool.server'

/** Tools that store a proposal, which changes nothing until the user accepts it (product 27.3). */
export const proposingTools = [
  tool({
    name: 'propose_contact_details',
    title: 'Propose contact details',
    description: `Proposes emails, phones, addresses and dates (such as birthdays) to add to a bud. Nothing is stored in the bud: the proposal waits until the user accepts or rejects it field by field. At most ${proposalLimit} may wait for one bud.`,
    input: z.strictObject({ bud: idOf('a bud'), ...proposalInput.shape }),
    output: z.object({ msg: z.string(), proposal: z.object({ _id: id }), review: z.url() }),
    proposes: true,
    run: async (ownerId, { bud, ...fields }, source) => {
      const proposal = await createProposal(ownerId, bud, { fields, replaces: false, source })
      const msg = 'The proposal waits for the review of the user'
      return { summary: msg, data: { msg, proposal, review: env.APP_URL + reviewPath } }
    },
  }),
]
