import { z } from 'zod'
import { recentPassword } from '~/account/accounts/account-input.server'
import { listQuery } from '~/base/forms/list-query'
import { readList } from '~/base/forms/read-list'
import { flag, oneOf } from '~/base/forms/rules'
import { addressKind, dateKind, emailKind, phoneKind } from '~/people/buds/contact'
import { addresses, dates, emails, phones } from '~/people/buds/contact-input.server'
import { differingFields } from './proposal'

export const proposedKinds = [emailKind, phoneKind, addressKind, dateKind] as const

/** What a proposal may have. */
export const proposalInput = z.object({
  emails: emails.default([]),
  phones: phones.default([]),
  addresses: addresses.default([]),
  dates: dates.default([]),
})

/** The form of `/update`, which has the fields of the form of a bud. `version` is that of the bud that it has shown. */
export const proposalForm = z.preprocess(
  (form) => {
    const fields = form as Record<string, unknown>
    const lists = proposedKinds.map(({ field, read }) => [field, read(fields)])
    return { ...Object.fromEntries(lists), version: fields._version }
  },
  proposalInput.extend({ version: z.string().catch('') }),
)
export type SentProposal = z.infer<typeof proposalForm>

/** The body of `POST /buds/{id}/update-link`. */
export const updateLinkInput = z.object({ show: flag('show').default(false), ...recentPassword })
export type UpdateLinkInput = z.infer<typeof updateLinkInput>

/** The body of `POST /proposals/{id}/accept`. Without `fields`, all are accepted. */
export const acceptInput = z.object({
  fields: z
    .preprocess(
      readList,
      z.array(oneOf('fields', differingFields), { error: 'fields must be a list of names' }).optional(),
    )
    .optional(),
})

export const proposalQuery = listQuery({}, { screen: 20 })
export type ProposalQuery = z.infer<typeof proposalQuery.strict>
