import { api } from '~/api/calls/api.server'

export const loader = api('token', { GET: async ({ user }) => ({ user }) })
