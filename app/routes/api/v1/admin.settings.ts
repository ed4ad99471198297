import { isAccessCodeRequired, setAccessCodeRequired } from '~/account/accounts/registration.server'
import { api } from '~/api/calls/api.server'
import { requirementMessage } from '~/site/admin/admin'
import { settingsInput } from '~/site/admin/admin-input.server'

export const loader = api('admin', {
  GET: async () => ({ requireAccessCode: await isAccessCodeRequired() }),
  PATCH: async ({ body }) => {
    const { requireAccessCode } = settingsInput.parse(await body())
    await setAccessCodeRequired(requireAccessCode)
    return { msg: requirementMessage(requireAccessCode), requireAccessCode }
  },
})
