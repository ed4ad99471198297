import { api } from '~/api/calls/api.server'
import { planTogether } from '~/planning/together/together.server'
import { selectionOf } from '~/planning/together/together-input.server'
import { togetherOperations } from '~/planning/together/together-operations.server'

export const loader = api(togetherOperations, '/together', {
  GET: ({ user, query }) => planTogether(user._id, selectionOf(query())),
})
