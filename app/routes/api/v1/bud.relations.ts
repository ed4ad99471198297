import { api } from '~/api/calls/api.server'
import { assertBudExists } from '~/people/buds/buds.server'
import { relationOperations } from '~/people/relations/relation-operations.server'
import { createRelations, findRelation, listRelations } from '~/people/relations/relations.server'

export const loader = api(relationOperations, '/buds/{id}/relations', {
  GET: ({ user, id }) => listRelations(user._id, id),
  POST: async ({ user, id, body }) => {
    await assertBudExists(user._id, id)
    const { with: other, ...fields } = await body()
    const { ids } = await createRelations(user._id, id, [other], fields)
    const { from: _, ...relation } = await findRelation(user._id, ids[0] ?? '')
    return { msg: 'Relation added successfully', relation }
  },
})
