import { api } from '~/api/calls/api.server'
import { budOperations } from '~/people/buds/bud-operations.server'
import { assertBudExists } from '~/people/buds/buds.server'
import { snoozeBud } from '~/people/buds/snooze.server'

export const loader = api(budOperations, '/buds/{id}/snooze', {
  POST: async ({ user, id, body }) => {
    await assertBudExists(user._id, id)
    const { until } = await body()
    const bud = await snoozeBud(user._id, id, until)
    return { msg: until ? 'Bud snoozed' : 'Snooze ended', bud }
  },
})
