import type { CallToolResult, Tool as ToolDescription } from '@modelcontextprotocol/server'
import { ZodError } from 'zod'
import { readOnlyToken } from '~/api/calls/api.server'
import { standaloneSchemaOf } from '~/api/calls/json-schema.server'
import { validationError } from '~/base/http/endpoint.server'
import { UserError } from '~/base/node/errors'
import type { TokenScope } from '~/integrations/tokens/token'
import { eventTools } from './event-tools.server'
import { peopleTools } from './people-tools.server'
import { planningTools } from './planning-tools.server'
import { proposingTools } from './proposing-tools.server'
import type { Tool } from './tool.server'

/** Those that read do as the API does, and change nothing (product 27.2). */
const tools: Tool[] = [...peopleTools, ...eventTools, ...planningTools, ...proposingTools]

let described: ToolDescription[] | undefined

/** The tools that a token may call, as a client gets them. */
export function listTools(scope: TokenScope) {
  described ??= tools.map(describe)
  return mayPropose(scope) ? described : described.filter(({ annotations }) => annotations?.readOnlyHint)
}

function describe({ name, title, description, input, output, proposes }: Tool): ToolDescription {
  return {
    name,
    title,
    description,
    inputSchema: standaloneSchemaOf(input, 'input') as ToolDescription['inputSchema'],
    outputSchema: standaloneSchemaOf(output, 'output'),
    annotations: proposes
      ? { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false }
      : { readOnlyHint: true, openWorldHint: false },
  }
}

const mayPropose = (scope: TokenScope) => scope !== 'read'

export const findTool = (name: string) => tools.find((tool) => tool.name === name)

/**
 * Calls a tool for a user. What the API refuses is an error that the model can read, with the message of the API. Throws
 * all other errors.
 */
export async function callTool(
  tool: Tool,
  { userId, scope, tokenName }: { userId: string; scope: TokenScope; tokenName: string },
  input: unknown,
): Promise<CallToolResult> {
  try {
    if (tool.proposes && !mayPropose(scope)) throw readOnlyToken()
    const { summary, data } = await tool.run(userId, tool.input.parse(input ?? {}), tokenName)
    // Clients without structured content read the data from the text (MCP, tools).
    const text = JSON.stringify(data)
    return {
      content: [
        { type: 'text', text: summary },
        { type: 'text', text },
      ],
      structuredContent: JSON.parse(text),
    }
  } catch (error) {
    const refusal = error instanceof ZodError ? validationError(error) : error
    if (!(refusal instanceof UserError)) throw error
    return { isError: true, content: [{ type: 'text', text: textOf(refusal) }] }
  }
}

const longestError = 1_000

/** The message, and those of other fields. An error may repeat a name that the caller has sent. */
function textOf({ msg, details: { errors = {} } }: UserError) {
  const messages = [...new Set([msg, ...Object.values(errors).flat()])]
  return messages.join('\n').slice(0, longestError).toWellFormed()
}
