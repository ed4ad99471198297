import type { Address, BudDate, LabelledValue } from '~/buds/contact'

/** What a bud has filled in about themselves (product 21.4). */
export type ProposedFields = {
  emails: LabelledValue[]
  phones: LabelledValue[]
  addresses: Address[]
  dates: BudDate[]
}
