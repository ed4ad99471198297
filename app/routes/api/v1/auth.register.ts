import { registerInput } from '~/account/accounts/account-input.server'
import { register } from '~/account/accounts/registration.server'
import { api, created } from '~/base/http/api.server'

export const loader = api('public', {
  POST: async (call) => {
    await register(call, registerInput.parse(await call.body()))
    return created({ msg: 'Account created successfully. Please log in.' })
  },
})
