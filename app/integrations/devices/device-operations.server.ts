import { z } from 'zod'
import {
  count,
  day,
  id,
  instant,
  message,
  type Operations,
  pageOf,
  written,
} from '~/base/http/operation.server'
import { change, kept } from '~/data/history/change-operations.server'
import { changeQuery } from '~/data/history/history.server'
import { deviceInput, deviceUndoInput } from './device-input.server'

const access = 'user'

const device = z
  .object({
    _id: id,
    name: z.string(),
    hint: z.string(),
    createdAt: instant,
    lastUsedOn: day.nullable(),
    added: count,
    changed: count,
    deleted: count,
    held: count,
  })
  .meta({ id: 'Device' })

export const deviceOperations = {
  'GET /devices': {
    operationId: 'listDevices',
    summary: 'List devices',
    access,
    response: z.object({ devices: z.array(device) }),
  },
  'POST /devices': {
    operationId: 'createDevice',
    summary: 'Make an app password for a device',
    access,
    refusesDemo: true,
    body: deviceInput,
    status: 201,
    response: written({ device, password: z.string(), url: z.url() }),
    errors: [409],
    hasSecret: true,
  },
  'DELETE /devices/{id}': {
    operationId: 'revokeDevice',
    summary: 'Revoke a device',
    access,
    response: message,
  },
  'GET /devices/{id}/changes': {
    operationId: 'listDeviceChanges',
    summary: 'List the changes of a device',
    access: 'token',
    query: changeQuery.strict,
    response: pageOf({ changes: z.array(change) }, 'totalChanges'),
  },
  'POST /devices/{id}/undo': {
    operationId: 'undoDevice',
    summary: 'Undo what a device has done since a moment',
    access: 'token',
    body: deviceUndoInput,
    status: [200, 202],
    response: written({ undone: count, kept }),
    errors: [409],
  },
  'POST /devices/{id}/release': {
    operationId: 'releaseDeletions',
    summary: 'Delete what is held of a device',
    access,
    response: written({ records: count }),
  },
  'POST /devices/{id}/refuse': {
    operationId: 'refuseDeletions',
    summary: 'Keep what is held of a device',
    access,
    response: written({ records: count }),
  },
} satisfies Operations
