import { data } from '@remix-run/node'
import { assertNotDemo } from '~/account/accounts/accounts.server'
import type { User } from '~/account/users/user'
import { idempotencyKey, invalidForm, parseFields, refuseForm } from '~/base/forms/form.server'
import type { Call } from '~/base/http/context.server'
import { redirectWithFailure, redirectWithSuccess } from '~/base/http/toast.server'
import { developersPath } from './token'
import { tokenInput } from './token-input.server'
import { createToken, revokeToken } from './tokens.server'

/** The action of `TokenSection`. The secret is in the response itself, because it cannot be read later. */
export async function tokenAction(call: Call, user: User, form: FormData) {
  if (form.get('intent') === 'revoke') return revoke(call, user, String(form.get('_id') ?? ''))
  const submission = parseFields(form, tokenInput)
  try {
    assertNotDemo(user)
    if (submission.status !== 'success') return invalidForm(submission)
    const { token, secret } = await createToken(call, user, submission.value, idempotencyKey(form.get('_id')))
    const made = { _id: token._id, name: token.name, secret }
    return data({ made, msg: 'Token created successfully', type: 'success' as const }, { status: 201 })
  } catch (error) {
    return refuseForm(call, submission, error)
  }
}

async function revoke(call: Call, user: User, id: string) {
  try {
    await revokeToken(user._id, id)
  } catch (error) {
    return redirectWithFailure(call, developersPath, error)
  }
  return redirectWithSuccess(developersPath, 'Token revoked successfully')
}
