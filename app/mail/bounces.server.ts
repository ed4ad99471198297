import { z } from 'zod'
import { email } from '~/forms/rules'

/** Postmark's words for an address that nobody can be reached at, or wants to be. */
const report = z.union([
  z.object({
    RecordType: z.literal('Bounce'),
    Type: z.enum(['HardBounce', 'BadEmailAddress']),
    Email: email,
  }),
  z.object({ RecordType: z.literal('SpamComplaint'), Email: email }),
])

/** The address that a report of Postmark's webhook says no mail must go to any more. */
export function hardBounceIn(body: Record<string, unknown>) {
  return report.safeParse(body).data?.Email
}
