import { z } from 'zod'
import { ownPasswordInput } from '~/account/accounts/account-input.server'
import { day, id, instant, message, type Operations, written } from '~/base/http/operation.server'
import { changePasswordInput, codeInput } from './security-input.server'

const access = 'user'

const session = z
  .object({
    _id: id,
    device: z.string(),
    address: z.string(),
    lastSeenOn: day,
    createdAt: instant,
    isCurrent: z.boolean(),
  })
  .meta({ id: 'Session' })

const program = z
  .object({
    _id: id,
    kind: z.enum(['token', 'feed', 'device', 'webhook']),
    name: z.string(),
    lastUsedOn: day.nullable(),
    expiresAt: instant.nullable(),
    createdAt: instant,
  })
  .meta({ id: 'Program', description: 'A token, feed, device or webhook, which works without the password' })

const recoveryCodes = z.array(z.string())

export const securityOperations = {
  'GET /sessions': {
    operationId: 'listSessions',
    summary: 'List sessions',
    access,
    response: z.object({ sessions: z.array(session) }),
  },
  'DELETE /sessions/{id}': {
    operationId: 'endSession',
    endsSession: true,
    summary: 'End a session',
    access,
    response: message,
  },
  'DELETE /sessions': {
    operationId: 'endOtherSessions',
    summary: 'End all other sessions',
    access,
    response: message,
  },
  'GET /programs': {
    operationId: 'listPrograms',
    summary: 'List tokens, feeds, devices and webhooks together',
    access,
    response: z.object({ programs: z.array(program) }),
  },
  'DELETE /programs': {
    operationId: 'revokePrograms',
    summary: 'Revoke all tokens, feeds, devices and webhooks',
    access,
    refusesDemo: true,
    response: message,
  },
  'POST /auth/change-password': {
    operationId: 'changePassword',
    summary: 'Change the password',
    access,
    refusesDemo: true,
    body: changePasswordInput,
    response: message,
  },
  'POST /auth/totp': {
    operationId: 'beginTotp',
    summary: 'Begin the setup of the second factor',
    access,
    refusesDemo: true,
    body: ownPasswordInput,
    response: z.object({ secret: z.string(), uri: z.string() }),
    errors: [409],
    hasSecret: true,
  },
  'POST /auth/totp/confirm': {
    operationId: 'confirmTotp',
    summary: 'Switch the second factor on',
    access,
    refusesDemo: true,
    body: codeInput,
    response: written({ recoveryCodes }),
    errors: [409],
    hasSecret: true,
  },
  'POST /auth/recovery-codes': {
    operationId: 'renewRecoveryCodes',
    summary: 'Make new recovery codes',
    access,
    refusesDemo: true,
    body: ownPasswordInput,
    response: written({ recoveryCodes }),
    errors: [409],
    hasSecret: true,
  },
  'DELETE /auth/totp': {
    operationId: 'switchOffTotp',
    summary: 'Switch the second factor off',
    access,
    refusesDemo: true,
    body: ownPasswordInput,
    response: message,
    errors: [409],
  },
} satisfies Operations
