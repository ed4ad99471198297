import { z } from 'zod'
import { listQuery, searchFilter } from '~/base/forms/list-query'
import { flag } from '~/base/forms/rules'
import { adminTabs } from './admin'

const { strict, lenient } = listQuery({ search: searchFilter }, { screen: 50, api: 1_000, max: 1_000 })

/** Query of the admin lists. The screen's query also selects the tab. */
export const adminSearch = {
  strict,
  lenient: lenient.extend({ tab: z.enum(adminTabs).default('access-codes').catch('access-codes') }),
}
export type AdminSearch = z.infer<typeof adminSearch.strict>

export const settingsInput = z.object({ requireAccessCode: flag('requireAccessCode') })

/** The forms of the admin screen, by `intent`. A switch sends its new value, so a repeated request changes nothing. */
export const adminIntent = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('generate'), _id: z.string().optional() }),
  z.object({ intent: z.literal('test-account'), _id: z.string(), isTestAccount: flag('isTestAccount') }),
  settingsInput.extend({ intent: z.literal('settings') }),
])
export type AdminIntent = z.infer<typeof adminIntent>
