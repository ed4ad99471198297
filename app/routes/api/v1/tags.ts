import { api } from '~/api/calls/api.server'
import { tagOperations } from '~/people/buds/tag-operations.server'
import { deleteTag, listTags, renameTag } from '~/people/buds/tags.server'
import { renameTagInLists } from '~/people/lists/smart-lists.server'

export const loader = api(tagOperations, '/tags', {
  GET: async ({ user }) => ({ tags: await listTags(user._id) }),
  PATCH: async ({ user, body }) => {
    const { buds } = await renameTag(user._id, await body(), renameTagInLists)
    return { msg: 'Tag renamed successfully', buds }
  },
  DELETE: async ({ user, query }) => {
    const { buds } = await deleteTag(user._id, query().name)
    return { msg: 'Tag deleted successfully', buds }
  },
})
