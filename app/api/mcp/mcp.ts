/** The address of the MCP endpoint on this site (product 27). */
export const mcpPath = '/api/v1/mcp'
