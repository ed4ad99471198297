import { circleInput } from '~/circles/circle-input.server'
import { circleSearch, createCircle, listCircles } from '~/circles/circles.server'
import { api, created } from '~/http/api.server'

export const loader = api('token', {
  GET: ({ user, query }) => listCircles(user._id, circleSearch.strict.parse(query)),
  POST: async ({ user, body }) => {
    const circle = await createCircle(user._id, circleInput.parse(await body()))
    return created({ msg: 'Circle added successfully', circle })
  },
})
