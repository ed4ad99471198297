import { api } from '~/http/api.server'

const endpoint = api('user', {
  GET: async ({ user }) => ({ user }),
})

export { endpoint as action, endpoint as loader }
