import { api } from '~/api/calls/api.server'
import { serveMcp } from '~/api/mcp/mcp.server'

export const loader = api('tokenOnly', { POST: serveMcp })
