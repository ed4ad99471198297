import { api } from '~/api/calls/api.server'
import { circleOperations } from '~/people/circles/circle-operations.server'
import { createCircle, listCircles } from '~/people/circles/circles.server'

export const loader = api(circleOperations, '/circles', {
  GET: ({ user, query }) => listCircles(user._id, query()),
  POST: async ({ user, body }) => {
    const circle = await createCircle(user._id, await body())
    return { msg: 'Circle added successfully', circle }
  },
})
