import { api } from '~/api/calls/api.server'
import { circleOperations } from '~/people/circles/circle-operations.server'
import { deleteCircle, findCircle, updateCircle } from '~/people/circles/circles.server'

export const loader = api(circleOperations, '/circles/{id}', {
  GET: async ({ user, id }) => ({ circle: await findCircle(user._id, id) }),
  PATCH: async ({ user, id, body, expectedVersion }) => {
    const circle = await updateCircle(user._id, id, await body(), expectedVersion)
    return { msg: 'Circle edited successfully', circle }
  },
  DELETE: async ({ user, id, expectedVersion }) => {
    await deleteCircle(user._id, id, expectedVersion)
    return { msg: 'Circle deleted successfully' }
  },
})
