import { isAccessCodeRequired, setAccessCodeRequired } from '~/account/accounts/registration.server'
import { api } from '~/api/calls/api.server'
import { requirementMessage } from '~/site/admin/admin'
import { adminOperations } from '~/site/admin/admin-operations.server'

export const loader = api(adminOperations, '/admin/settings', {
  GET: async () => ({ requireAccessCode: await isAccessCodeRequired() }),
  PATCH: async ({ body }) => {
    const { requireAccessCode } = await body()
    await setAccessCodeRequired(requireAccessCode)
    return { msg: requirementMessage(requireAccessCode), requireAccessCode }
  },
})
