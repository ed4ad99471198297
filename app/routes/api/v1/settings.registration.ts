import { accountOperations } from '~/account/accounts/account-operations.server'
import { isAccessCodeRequired } from '~/account/accounts/registration.server'
import { api } from '~/api/calls/api.server'

export const loader = api(accountOperations, '/settings/registration', {
  GET: async () => ({ requireAccessCode: await isAccessCodeRequired() }),
})
