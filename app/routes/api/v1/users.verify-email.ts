import { api } from '~/api/calls/api.server'
import { requestVerification } from '~/planning/reminders/email-verification.server'

export const loader = api('token', {
  POST: async ({ user }) => {
    await requestVerification(user)
    return { msg: 'We sent you a link' }
  },
})
