import { z } from 'zod'
import { day, id, instant, message, type Operations, written } from '~/base/http/operation.server'
import { tokenScopes } from './token'
import { tokenInput } from './token-input.server'

const access = 'user'

const token = z
  .object({
    _id: id,
    name: z.string(),
    scope: z.enum(tokenScopes),
    hint: z.string(),
    expiresAt: instant.nullable(),
    lastUsedOn: day.nullable(),
    createdAt: instant,
  })
  .meta({ id: 'Token' })

export const tokenOperations = {
  'GET /tokens': {
    operationId: 'listTokens',
    summary: 'List API tokens',
    access,
    response: z.object({ tokens: z.array(token) }),
  },
  'POST /tokens': {
    operationId: 'createToken',
    summary: 'Make an API token',
    access,
    refusesDemo: true,
    body: tokenInput,
    status: 201,
    response: written({ token, secret: z.string() }),
    errors: [409],
    hasSecret: true,
  },
  'DELETE /tokens/{id}': {
    operationId: 'revokeToken',
    summary: 'Revoke an API token',
    access,
    response: message,
  },
} satisfies Operations
