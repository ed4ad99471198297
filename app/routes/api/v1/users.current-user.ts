import { api } from '~/http/api.server'

export const loader = api('token', { GET: async ({ user }) => ({ user }) })
