import { api } from '~/server/api.server'

const endpoint = api('user', {
  GET: async ({ user }) => ({ user }),
})

export { endpoint as action, endpoint as loader }
