import { api } from '~/api/calls/api.server'
import { created } from '~/base/http/endpoint.server'
import { circleInput } from '~/people/circles/circle-input.server'
import { circleSearch, createCircle, listCircles } from '~/people/circles/circles.server'

export const loader = api('token', {
  GET: ({ user, query }) => listCircles(user._id, circleSearch.strict.parse(query)),
  POST: async ({ user, body }) => {
    const circle = await createCircle(user._id, circleInput.parse(await body()))
    return created({ msg: 'Circle added successfully', circle })
  },
})
