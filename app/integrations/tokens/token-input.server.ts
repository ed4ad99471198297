import { z } from 'zod'
import { recentPassword } from '~/account/accounts/account-input.server'
import { expiry } from '~/account/accounts/expiry.server'
import { oneOf, orEmpty, requiredLine } from '~/base/forms/rules'
import { tokenLabels as labels, tokenNameLength, tokenScopes } from './token'

/** The body of `POST /tokens`. */
export const tokenInput = z.object({
  name: z.preprocess(orEmpty, requiredLine(labels.name, tokenNameLength)),
  scope: oneOf(labels.scope, tokenScopes),
  expiresAt: expiry(labels.expiresAt),
  ...recentPassword,
})
export type TokenInput = z.infer<typeof tokenInput>
