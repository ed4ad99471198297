import { signInDemo } from '~/accounts/sign-in.server'
import { api } from '~/http/api.server'

export const loader = api('public', {
  POST: async (call) => {
    await signInDemo(call)
    return { msg: 'Take a look around' }
  },
})
