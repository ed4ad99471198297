import { api } from '~/api/calls/api.server'
import { readEventPage } from '~/planning/together/event-page.server'
import { togetherOperations } from '~/planning/together/together-operations.server'

export const loader = api(togetherOperations, '/events/{id}/page', {
  GET: ({ user, id, query }) => readEventPage(user._id, id, query().occurrence),
})
