import { api } from '~/api/calls/api.server'
import { rowChange } from '~/data/imports/import-input.server'
import { changeRow } from '~/data/imports/import-rows.server'

export const loader = api('token', {
  PATCH: async ({ user, id, params, body }) => {
    const row = await changeRow(user._id, id, params.n ?? '', rowChange.parse(await body()))
    return { msg: 'Row changed successfully', row }
  },
})
