import { revokeButton, secretForm } from '~/account/accounts/secret-forms.server'
import type { User } from '~/account/users/user'
import type { Call } from '~/base/http/context.server'
import { developersPath } from './token'
import { tokenInput } from './token-input.server'
import { createToken, revokeToken } from './tokens.server'

const make = secretForm({
  section: 'tokens',
  path: developersPath,
  input: tokenInput,
  async make(call, user, value, key) {
    const { token, secret } = await createToken(call, user, value, key)
    return { _id: token._id, name: token.name, secret }
  },
  msg: 'Token created successfully',
})

const revoke = revokeButton(developersPath, revokeToken, 'Token revoked successfully')

/** The action of `TokenSection`. */
export const tokenAction = (call: Call, user: User, form: FormData) =>
  form.get('intent') === 'revoke' ? revoke(call, user, form) : make(call, user, form)
