import { api } from '~/api/calls/api.server'
import { relationOperations } from '~/people/relations/relation-operations.server'
import { deleteRelation, findRelation, updateRelation } from '~/people/relations/relations.server'

export const loader = api(relationOperations, '/relations/{id}', {
  PATCH: async ({ user, id, body, expectedVersion }) => {
    await findRelation(user._id, id)
    const { relation } = await updateRelation(user._id, id, await body(), expectedVersion)
    const { from: _, ...read } = relation
    return { msg: 'Relation edited successfully', relation: read }
  },
  DELETE: async ({ user, id, expectedVersion }) => {
    await deleteRelation(user._id, id, expectedVersion)
    return { msg: 'Relation deleted successfully' }
  },
})
