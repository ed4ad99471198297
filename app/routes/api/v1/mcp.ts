import { api } from '~/api/calls/api.server'
import { serveMcp } from '~/api/mcp/mcp.server'
import { mcpOperations } from '~/api/mcp/mcp-operations.server'

export const loader = api(mcpOperations, '/mcp', { POST: serveMcp })
