import { registerInput } from '~/account/accounts/account-input.server'
import { register } from '~/account/accounts/registration.server'
import { api } from '~/api/calls/api.server'
import { created } from '~/base/http/endpoint.server'

export const loader = api('public', {
  POST: async (call) => {
    await register(call, registerInput.parse(await call.body()))
    return created({ msg: 'Account created successfully. Please log in.' })
  },
})
