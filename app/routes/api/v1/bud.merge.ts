import { assertBudExists } from '~/buds/buds.server'
import { api } from '~/http/api.server'
import { mergeInput } from '~/merges/merge-input.server'
import { mergeBuds } from '~/merges/merges.server'

export const loader = api('token', {
  POST: async ({ user, id, body, expectedVersion }) => {
    await assertBudExists(user._id, id)
    const bud = await mergeBuds(user._id, id, mergeInput.parse(await body()), { a: expectedVersion })
    return { msg: 'Buds merged successfully', bud }
  },
})
