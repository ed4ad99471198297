import { z } from 'zod'
import { codeLength, newPassword, ownPasswordInput } from '~/account/accounts/account-input.server'
import { orEmpty, requiredText, storableText } from '~/base/forms/rules'
import { newPasskeyForm, passkeyInput } from './passkey-input.server'

export const changePasswordInput = ownPasswordInput.extend({ newPassword })
export type ChangePasswordInput = z.infer<typeof changePasswordInput>

export const codeInput = z.object({ code: z.preprocess(orEmpty, requiredText('Code', codeLength)) })
export type CodeInput = z.infer<typeof codeInput>

/** The forms of the screen. Each has a button with its intent. */
export const securityForm = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('end'), _id: storableText('Session') }),
  z.object({ intent: z.literal('end-others') }),
  z.object({ intent: z.literal('end-everything') }),
  z.object({ intent: z.literal('revoke-programs') }),
  changePasswordInput.extend({ intent: z.literal('password') }),
  ownPasswordInput.extend({ intent: z.literal('begin') }),
  codeInput.extend({ intent: z.literal('confirm'), secret: storableText('Secret').optional() }),
  ownPasswordInput.extend({ intent: z.literal('codes') }),
  ownPasswordInput.extend({ intent: z.literal('off') }),
  newPasskeyForm.extend({ intent: z.literal('begin-passkey') }),
  passkeyInput.extend({ intent: z.literal('add-passkey') }),
  ownPasswordInput.extend({ intent: z.literal('remove-passkey'), _id: storableText('Passkey') }),
])
export type SecurityForm = z.infer<typeof securityForm>
