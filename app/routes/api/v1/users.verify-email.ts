import { api } from '~/api/calls/api.server'
import { requestVerification } from '~/planning/reminders/email-verification.server'
import { settingsOperations } from '~/planning/reminders/settings-operations.server'

export const loader = api(settingsOperations, '/users/verify-email', {
  POST: async ({ user }) => {
    await requestVerification(user)
    return { msg: 'We sent you a link' }
  },
})
