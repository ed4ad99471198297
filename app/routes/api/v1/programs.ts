import { assertNotDemo } from '~/accounts/accounts.server'
import { api } from '~/http/api.server'
import { listPrograms, programsRevoked, revokeAllPrograms } from '~/security/programs.server'

export const loader = api('user', {
  GET: async ({ user }) => ({ programs: await listPrograms(user) }),
  DELETE: async ({ user }) => {
    assertNotDemo(user)
    await revokeAllPrograms(user)
    return { msg: programsRevoked }
  },
})
