import { api } from '~/api/calls/api.server'
import { findSettings, updateSettings } from '~/planning/reminders/settings.server'
import { settingsOperations } from '~/planning/reminders/settings-operations.server'

export const loader = api(settingsOperations, '/users/settings', {
  GET: async ({ user }) => {
    const { settings } = await findSettings(user._id)
    return { settings }
  },
  PATCH: async ({ user, body }) => {
    const change = await body()
    return { msg: 'Settings saved successfully', settings: await updateSettings(user, change) }
  },
})
