import { api } from '~/api/calls/api.server'
import { circleChange } from '~/people/circles/circle-input.server'
import { deleteCircle, findCircle, updateCircle } from '~/people/circles/circles.server'

export const loader = api('token', {
  GET: async ({ user, id }) => ({ circle: await findCircle(user._id, id) }),
  PATCH: async ({ user, id, body, expectedVersion }) => {
    const circle = await updateCircle(user._id, id, circleChange.parse(await body()), expectedVersion)
    return { msg: 'Circle edited successfully', circle }
  },
  DELETE: async ({ user, id, expectedVersion }) => {
    await deleteCircle(user._id, id, expectedVersion)
    return { msg: 'Circle deleted successfully' }
  },
})
