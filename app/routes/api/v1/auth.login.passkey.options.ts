import { api } from '~/http/api.server'
import { beginPasskeyLogin } from '~/security/passkey-login.server'

export const loader = api('public', { POST: beginPasskeyLogin })
