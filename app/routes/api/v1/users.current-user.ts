import { api } from '~/http/api.server'

export const loader = api('user', { GET: async ({ user }) => ({ user }) })
