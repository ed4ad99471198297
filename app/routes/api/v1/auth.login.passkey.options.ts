import { beginPasskeyLogin } from '~/account/security/passkey-login.server'
import { passkeyOperations } from '~/account/security/passkey-operations.server'
import { api } from '~/api/calls/api.server'

export const loader = api(passkeyOperations, '/auth/login/passkey/options', { POST: beginPasskeyLogin })
