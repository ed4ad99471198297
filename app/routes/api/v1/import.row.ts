import { api } from '~/http/api.server'
import { rowChange } from '~/imports/import-input.server'
import { changeRow } from '~/imports/import-rows.server'

export const loader = api('token', {
  PATCH: async ({ user, id, params, body }) => {
    const row = await changeRow(user._id, id, params.n ?? '', rowChange.parse(await body()))
    return { msg: 'Row changed successfully', row }
  },
})
