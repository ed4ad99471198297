import { z } from 'zod'
import { count, id, message, type Operations, written } from '~/base/http/operation.server'
import { budSortNames } from '~/people/buds/buds.server'
import { smartListChange, smartListInput } from './smart-list-input.server'

const access = 'token'

const list = z
  .object({ _id: id, name: z.string(), filter: z.string(), sort: z.enum(budSortNames), buds: count })
  .meta({ id: 'List' })

export const smartListOperations = {
  'GET /lists': {
    operationId: 'listLists',
    summary: 'List the smart lists',
    access,
    response: z.object({ lists: z.array(list) }),
  },
  'POST /lists': {
    operationId: 'createList',
    summary: 'Add a smart list',
    access,
    body: smartListInput,
    status: 201,
    errors: [409],
    response: written({ list }),
  },
  'GET /lists/{id}': {
    operationId: 'getList',
    summary: 'Read a smart list',
    access,
    response: z.object({ list }),
  },
  'PATCH /lists/{id}': {
    operationId: 'updateList',
    summary: 'Edit a smart list',
    access,
    body: smartListChange,
    response: written({ list }),
    ifMatch: true,
  },
  'DELETE /lists/{id}': {
    operationId: 'deleteList',
    summary: 'Delete a smart list',
    access,
    response: message,
    ifMatch: true,
  },
} satisfies Operations
