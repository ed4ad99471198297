import { serveMcp } from '~/api/mcp/mcp.server'
import { api } from '~/base/http/api.server'

export const loader = api('tokenOnly', { POST: serveMcp })
