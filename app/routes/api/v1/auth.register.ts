import { registerInput } from '~/accounts/account-input.server'
import { register } from '~/accounts/registration.server'
import { api, created } from '~/http/api.server'

const endpoint = api('public', {
  POST: async (call) => {
    await register(call, registerInput.parse(await call.body()))
    return created({ msg: 'Account created successfully. Please log in.' })
  },
})

export { endpoint as action, endpoint as loader }
