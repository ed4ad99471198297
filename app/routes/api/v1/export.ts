import { api } from '~/api/calls/api.server'
import { takeDownloadTurn } from '~/base/http/download.server'
import { exportData } from '~/data/exports/export.server'
import { exportOperations } from '~/data/exports/export-operations.server'

export const loader = api(exportOperations, '/export', {
  GET: async ({ user, query, context }) => {
    const parsed = query()
    await takeDownloadTurn(user._id, context)
    return exportData(user, parsed)
  },
})
