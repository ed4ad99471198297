import { api, created } from '~/http/api.server'
import { updateLinkInput } from '~/proposals/proposal-input.server'
import { makeUpdateLink } from '~/proposals/update-links.server'

export const loader = api('user', {
  POST: async ({ user, id, body }) => {
    const { url } = await makeUpdateLink(user, id, updateLinkInput.parse(await body()))
    return created({ msg: 'Update link created successfully', url })
  },
})
