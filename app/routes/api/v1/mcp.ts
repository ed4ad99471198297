import { api } from '~/http/api.server'
import { serveMcp } from '~/mcp/mcp.server'

export const loader = api('tokenOnly', { POST: serveMcp })
