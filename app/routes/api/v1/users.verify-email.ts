import { api } from '~/http/api.server'
import { requestVerification } from '~/reminders/email-verification.server'

export const loader = api('token', {
  POST: async ({ user }) => {
    await requestVerification(user)
    return { msg: 'We sent you a link' }
  },
})
