import { listPrograms, programsRevoked, revokeAllPrograms } from '~/account/security/programs.server'
import { securityOperations } from '~/account/security/security-operations.server'
import { api } from '~/api/calls/api.server'

export const loader = api(securityOperations, '/programs', {
  GET: async ({ user }) => ({ programs: await listPrograms(user) }),
  DELETE: async ({ user }) => {
    await revokeAllPrograms(user)
    return { msg: programsRevoked }
  },
})
