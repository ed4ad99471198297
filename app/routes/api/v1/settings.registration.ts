import { isAccessCodeRequired } from '~/account/accounts/registration.server'
import { api } from '~/api/calls/api.server'

export const loader = api('public', {
  GET: async () => ({ requireAccessCode: await isAccessCodeRequired() }),
})
