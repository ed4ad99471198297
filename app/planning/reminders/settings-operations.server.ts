import { z } from 'zod'
import { faceStyles } from '~/account/users/user'
import { message, type Operations, written } from '~/base/http/operation.server'
import { digestFrequencies } from './settings'
import { settingsChange } from './settings-input.server'

const access = 'token'

const settings = z
  .object({
    timeZone: z.string(),
    digest: z.enum(digestFrequencies),
    digestHour: z.int().min(5).max(11),
    digestWeekday: z.int().min(1).max(7),
    leadDays: z.int().min(0).max(14),
    faces: z.enum(faceStyles),
    emailVerified: z.boolean(),
  })
  .meta({ id: 'Settings' })

export const settingsOperations = {
  'GET /users/settings': {
    operationId: 'getSettings',
    summary: 'Read the settings',
    access,
    response: z.object({ settings }),
  },
  'PATCH /users/settings': {
    operationId: 'updateSettings',
    summary: 'Change the settings',
    access,
    body: settingsChange,
    response: written({ settings }),
  },
  'POST /users/verify-email': {
    operationId: 'verifyEmail',
    summary: 'Send a link that verifies the address',
    access,
    response: message,
    errors: [409],
  },
} satisfies Operations
