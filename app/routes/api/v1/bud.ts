import { budChange } from '~/buds/bud-input.server'
import { deleteBud, findBud, updateBud } from '~/buds/buds.server'
import { api } from '~/http/api.server'

const endpoint = api('user', {
  GET: async ({ user, id }) => ({ bud: await findBud(user._id, id) }),
  PATCH: async ({ user, id, body, known }) => {
    const bud = await updateBud(user._id, id, budChange.parse(await body()), known)
    return { msg: 'Bud edited successfully', bud }
  },
  DELETE: async ({ user, id, known }) => {
    await deleteBud(user._id, id, known)
    return { msg: 'Bud deleted successfully' }
  },
})

export { endpoint as action, endpoint as loader }
