import { z } from 'zod'
import { message, type Operations, pageOf, written } from '~/base/http/operation.server'
import { photoMaximum } from './bud'
import { budChange, budInput } from './bud-input.server'
import { bud } from './bud-responses.server'
import { budSearch } from './buds.server'
import { snoozeInput } from './snooze.server'

const access = 'token'

export const budOperations = {
  'GET /buds': {
    operationId: 'listBuds',
    summary: 'List buds',
    access,
    query: budSearch.strict,
    response: pageOf({ buds: z.array(bud) }, 'totalBuds'),
  },
  'POST /buds': {
    operationId: 'createBud',
    summary: 'Add a bud',
    access,
    body: budInput,
    status: 201,
    response: written({ bud }),
    // Too many different tags.
    errors: [409],
  },
  'GET /buds/{id}': {
    operationId: 'getBud',
    summary: 'Read a bud',
    access,
    response: z.object({ bud }),
  },
  'PATCH /buds/{id}': {
    operationId: 'updateBud',
    summary: 'Edit a bud',
    access,
    body: budChange,
    response: written({ bud }),
    errors: [409],
    ifMatch: true,
  },
  'DELETE /buds/{id}': {
    operationId: 'deleteBud',
    summary: 'Delete a bud',
    access,
    response: message,
    ifMatch: true,
  },
  'PUT /buds/{id}/photo': {
    operationId: 'setBudPhoto',
    summary: 'Set the photo of a bud',
    access,
    file: { field: 'photo', types: ['image/jpeg', 'image/png', 'image/webp'], limit: photoMaximum },
    response: written({ bud }),
    ifMatch: true,
  },
  'DELETE /buds/{id}/photo': {
    operationId: 'deleteBudPhoto',
    summary: 'Remove the photo of a bud',
    access,
    response: written({ bud }),
    ifMatch: true,
  },
  'POST /buds/{id}/archive': {
    operationId: 'archiveBud',
    summary: 'Archive a bud',
    access,
    response: written({ bud }),
    ifMatch: true,
  },
  'POST /buds/{id}/unarchive': {
    operationId: 'unarchiveBud',
    summary: 'Unarchive a bud',
    access,
    response: written({ bud }),
    ifMatch: true,
  },
  'POST /buds/{id}/snooze': {
    operationId: 'snoozeBud',
    summary: 'Snooze a bud',
    access,
    body: snoozeInput,
    response: written({ bud }),
  },
} satisfies Operations
