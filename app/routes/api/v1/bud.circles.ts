import { api } from '~/api/calls/api.server'
import { assertBudExists } from '~/people/buds/buds.server'
import { circleOperations } from '~/people/circles/circle-operations.server'
import { changeCirclesOfBud, circlesWith } from '~/people/circles/circles-of-bud.server'

export const loader = api(circleOperations, '/buds/{id}/circles', {
  PATCH: async ({ user, id, body }) => {
    await assertBudExists(user._id, id)
    await changeCirclesOfBud(user._id, id, await body())
    return { msg: 'Bud edited successfully', circles: await circlesWith(user._id, id) }
  },
})
