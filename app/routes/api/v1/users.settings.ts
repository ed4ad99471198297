import { api } from '~/api/calls/api.server'
import { findSettings, updateSettings } from '~/planning/reminders/settings.server'
import { settingsChange } from '~/planning/reminders/settings-input.server'

export const loader = api('token', {
  GET: async ({ user }) => {
    const { settings } = await findSettings(user._id)
    return { settings }
  },
  PATCH: async ({ user, body }) => {
    const change = settingsChange.parse(await body())
    return { msg: 'Settings saved successfully', settings: await updateSettings(user, change) }
  },
})
