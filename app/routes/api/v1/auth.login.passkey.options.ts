import { beginPasskeyLogin } from '~/account/security/passkey-login.server'
import { api } from '~/api/calls/api.server'

export const loader = api('public', { POST: beginPasskeyLogin })
