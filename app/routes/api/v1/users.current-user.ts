import { accountOperations } from '~/account/accounts/account-operations.server'
import { api } from '~/api/calls/api.server'

export const loader = api(accountOperations, '/users/current-user', { GET: async ({ user }) => ({ user }) })
