import { api } from '~/api/calls/api.server'
import { budOperations } from '~/people/buds/bud-operations.server'
import { readPhoto } from '~/people/buds/bud-photos.server'
import { assertBudExists, updateBud } from '~/people/buds/buds.server'

export const loader = api(budOperations, '/buds/{id}/photo', {
  PUT: async ({ user, id, file, expectedVersion }) => {
    await assertBudExists(user._id, id)
    const { content } = await file()
    const picture = await readPhoto(user._id, content)
    const bud = await updateBud(user._id, id, { picture }, expectedVersion)
    return { msg: 'Photo saved successfully', bud }
  },
  DELETE: async ({ user, id, expectedVersion }) => {
    const bud = await updateBud(user._id, id, { picture: null }, expectedVersion)
    return { msg: 'Photo removed successfully', bud }
  },
})
