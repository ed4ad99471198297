import { z } from 'zod'
import type { Operations } from '~/base/http/operation.server'

const version = z.literal('2.0')
const messageId = z.union([z.string(), z.int()])

/** A message of JSON-RPC. One without `id` is a notification. */
const request = z
  .object({
    jsonrpc: version,
    id: messageId.optional(),
    method: z.string(),
    params: z.looseObject({}).optional(),
  })
  .meta({ id: 'McpRequest' })

const error = z.object({ code: z.int(), message: z.string(), data: z.unknown().optional() })

const failure = z
  .object({ jsonrpc: version, id: messageId.nullable().optional(), error })
  .meta({ id: 'McpError', description: 'An error of JSON-RPC' })

export const mcpOperations = {
  'POST /mcp': {
    operationId: 'callMcp',
    summary: 'Send a message of the Model Context Protocol',
    access: 'tokenOnly',
    body: request,
    response: z.object({
      jsonrpc: version,
      id: messageId.nullable().optional(),
      result: z.looseObject({}).optional(),
      error: error.optional(),
    }),
    protocol: { error: failure },
    errors: [404, 406],
  },
} satisfies Operations
