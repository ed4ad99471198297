import { z } from 'zod'
import { searchLength } from '~/server/lengths'
import { flag, text } from '~/server/rules'
import { wholeNumber } from '~/server/search'
import { adminPageSize, adminTabs } from './admin'

const search = text('search', searchLength).default('')
const page = wholeNumber('page', 1, 1_000_000_000).default(1)
const limit = wholeNumber('limit', 1, 1_000).default(1_000)
const tab = z.enum(adminTabs).default('access-codes').catch('access-codes')

/** The query of the admins' lists: the API's, and the screen's, where what is wrong is as if it were not there. */
export const adminSearch = {
  strict: z.object({ search, page, limit }),
  lenient: z.object({
    tab,
    search: search.catch(''),
    page: page.catch(1),
    limit: z.literal(adminPageSize).catch(adminPageSize),
  }),
}
export type AdminSearch = z.infer<typeof adminSearch.strict>
export type AdminScreenSearch = z.infer<typeof adminSearch.lenient>

export const settingsInput = z.object({ requireAccessCode: flag('requireAccessCode') })

/** What the buttons of the admin dashboard ask for; the switches say what they are to be, so twice is as once. */
export const adminOrder = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('generate'), _id: z.string().optional() }),
  z.object({ intent: z.literal('test-account'), _id: z.string(), isTestAccount: flag('isTestAccount') }),
  settingsInput.extend({ intent: z.literal('settings') }),
])
export type AdminOrder = z.infer<typeof adminOrder>
