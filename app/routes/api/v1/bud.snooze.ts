import { api } from '~/api/calls/api.server'
import { assertBudExists } from '~/people/buds/buds.server'
import { snoozeBud, snoozeInput } from '~/people/buds/snooze.server'

export const loader = api('token', {
  POST: async ({ user, id, body }) => {
    await assertBudExists(user._id, id)
    const { until } = snoozeInput.parse(await body())
    const bud = await snoozeBud(user._id, id, until)
    return { msg: until ? 'Bud snoozed' : 'Snooze ended', bud }
  },
})
