import { api } from '~/api/calls/api.server'
import { assertBudExists } from '~/people/buds/buds.server'
import { mergeInput } from '~/people/merges/merge-input.server'
import { mergeBuds } from '~/people/merges/merges.server'

export const loader = api('token', {
  POST: async ({ user, id, body, expectedVersion }) => {
    await assertBudExists(user._id, id)
    const bud = await mergeBuds(user._id, id, mergeInput.parse(await body()), { a: expectedVersion })
    return { msg: 'Buds merged successfully', bud }
  },
})
