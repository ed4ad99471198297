import { api } from '~/api/calls/api.server'
import { readCirclePage } from '~/planning/together/circle-page.server'
import { togetherOperations } from '~/planning/together/together-operations.server'

export const loader = api(togetherOperations, '/circles/{id}/page', {
  GET: ({ user, id }) => readCirclePage(user._id, id),
})
