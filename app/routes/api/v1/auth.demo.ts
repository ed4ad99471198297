import { signInDemo } from '~/accounts/sign-in.server'
import { api } from '~/http/api.server'

const endpoint = api('public', {
  POST: async (call) => {
    await signInDemo(call)
    return { msg: 'Take a look around' }
  },
})

export { endpoint as action, endpoint as loader }
