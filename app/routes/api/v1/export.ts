import { exportData, exportQuery } from '~/exports/export.server'
import { api } from '~/http/api.server'
import { takeDownloadTurn } from '~/http/download.server'

export const loader = api('token', {
  GET: async ({ user, query, context }) => {
    const parsed = exportQuery.parse(query)
    await takeDownloadTurn(user._id, context)
    return exportData(user, parsed)
  },
})
