import { api } from '~/base/http/api.server'

export const loader = api('token', { GET: async ({ user }) => ({ user }) })
