import { api } from '~/api/calls/api.server'
import { relationOperations } from '~/people/relations/relation-operations.server'
import { deleteRelation, findRelation, updateRelation } from '~/people/relations/relations.server'

export const loader = api(relationOperations, '/relations/{id}', {
  PATCH: async ({ user, id, body }) => {
    await findRelation(user._id, id)
    const { from: _, ...relation } = (await updateRelation(user._id, id, await body())).relation
    return { msg: 'Relation edited successfully', relation }
  },
  DELETE: async ({ user, id }) => {
    await deleteRelation(user._id, id)
    return { msg: 'Relation deleted successfully' }
  },
})
