import { exportData, exportQuery } from '~/exports/export.server'
import { api } from '~/http/api.server'

export const loader = api('token', { GET: ({ user, query }) => exportData(user, exportQuery.parse(query)) })
