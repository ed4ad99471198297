import { isAccessCodeRequired, setAccessCodeRequired } from '~/accounts/registration.server'
import { requirementMessage } from '~/admin/admin'
import { settingsInput } from '~/admin/admin-input.server'
import { api } from '~/http/api.server'

export const loader = api('admin', {
  GET: async () => ({ requireAccessCode: await isAccessCodeRequired() }),
  PATCH: async ({ body }) => {
    const { requireAccessCode } = settingsInput.parse(await body())
    await setAccessCodeRequired(requireAccessCode)
    return { msg: requirementMessage(requireAccessCode), requireAccessCode }
  },
})
