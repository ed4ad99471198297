import type { ProposedFields } from '~/people/proposals/proposal'

type DemoProposal = { bud: string; hoursAgo: number; fields: ProposedFields }

/** The proposals that wait in the demo account. */
export const demoProposals: DemoProposal[] = [
  {
    bud: 'Peter',
    hoursAgo: 5,
    fields: {
      emails: [{ label: 'boat club', value: 'peter@rowing.example' }],
      phones: [{ label: 'mobile', value: '07700 900188' }],
    },
  },
]
