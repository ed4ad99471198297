import { isAccessCodeRequired } from '~/accounts/registration.server'
import { api } from '~/http/api.server'

export const loader = api('public', {
  GET: async () => ({ requireAccessCode: await isAccessCodeRequired() }),
})
