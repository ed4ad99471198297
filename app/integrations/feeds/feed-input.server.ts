import { z } from 'zod'
import { recentPassword } from '~/account/accounts/account-input.server'
import { expiry } from '~/account/accounts/expiry.server'
import { flag, oneOf } from '~/base/forms/rules'
import { feedKinds, feedLabels as labels } from './feed'

/** The form of a new feed, and the body of `POST /feeds`. */
export const feedInput = z.object({
  kind: oneOf('kind', feedKinds),
  names: flag('names').default(false),
  expiresAt: expiry(labels.expiresAt),
  ...recentPassword,
})
export type FeedInput = z.infer<typeof feedInput>
