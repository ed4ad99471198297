import { isAccessCodeRequired } from '~/accounts/registration.server'
import { api } from '~/http/api.server'

const endpoint = api('public', {
  GET: async () => ({ requireAccessCode: await isAccessCodeRequired() }),
})

export { endpoint as action, endpoint as loader }
