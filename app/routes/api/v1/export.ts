import { api } from '~/api/calls/api.server'
import { takeDownloadTurn } from '~/base/http/download.server'
import { exportData, exportQuery } from '~/data/exports/export.server'

export const loader = api('token', {
  GET: async ({ user, query, context }) => {
    const parsed = exportQuery.parse(query)
    await takeDownloadTurn(user._id, context)
    return exportData(user, parsed)
  },
})
