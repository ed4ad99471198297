import { z } from 'zod'
import { user } from '~/account/accounts/account-operations.server'
import { id, instant, type Operations, pageOf, written } from '~/base/http/operation.server'
import { adminSearch, settingsInput } from './admin-input.server'

const access = 'admin'

const accessCode = z
  .object({
    _id: id,
    code: z.string(),
    isUsed: z.boolean(),
    usedBy: z.object({ _id: id, Email: z.string() }).nullable(),
    createdAt: instant,
  })
  .meta({ id: 'AccessCode' })

const requireAccessCode = z.boolean()

export const adminOperations = {
  'GET /admin/access-codes': {
    operationId: 'listAccessCodes',
    summary: 'List access codes',
    access,
    query: adminSearch.strict,
    response: pageOf({ codes: z.array(accessCode) }, 'totalCodes'),
  },
  'POST /admin/access-codes': {
    operationId: 'createAccessCode',
    summary: 'Generate an access code',
    access,
    status: 201,
    response: accessCode,
  },
  'GET /admin/settings': {
    operationId: 'getAdminSettings',
    summary: 'Read the settings of the site',
    access,
    response: z.object({ requireAccessCode }),
  },
  'PATCH /admin/settings': {
    operationId: 'updateAdminSettings',
    summary: 'Change the settings of the site',
    access,
    body: settingsInput,
    response: written({ requireAccessCode }),
  },
  'GET /admin/users': {
    operationId: 'listUsers',
    summary: 'List users',
    access,
    query: adminSearch.strict,
    response: pageOf({ users: z.array(user) }, 'totalUsers'),
  },
  'PATCH /admin/users/{id}/toggle-test': {
    operationId: 'toggleTestAccount',
    summary: 'Switch a test account on or off',
    access,
    response: written({ user }),
    errors: [400],
  },
} satisfies Operations
