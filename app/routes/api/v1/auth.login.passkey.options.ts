import { beginPasskeyLogin } from '~/account/security/passkey-login.server'
import { api } from '~/base/http/api.server'

export const loader = api('public', { POST: beginPasskeyLogin })
