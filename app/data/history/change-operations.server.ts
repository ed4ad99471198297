import { z } from 'zod'
import { count, id, instant, message, type Operations, pageOf, written } from '~/base/http/operation.server'
import { recordTypes } from '~/people/buds/record-kinds'
import { changeKinds, viaKinds } from './change'
import { changeQuery } from './history.server'

const access = 'token'

export const change = z
  .object({
    _id: id,
    kind: z.enum(changeKinds),
    title: z.string(),
    createdAt: instant,
    undoneAt: instant.nullable(),
    rows: count,
    via: z.object({ kind: z.enum(viaKinds), name: z.string() }).meta({ id: 'Via' }),
  })
  .meta({ id: 'Change' })

const type = z.enum(recordTypes)

export const fieldChange = z
  .object({ name: z.string(), before: z.unknown(), after: z.unknown() })
  .meta({ id: 'FieldChange' })

const changedRecord = z.object({ type, _id: id, name: z.string(), fields: z.array(fieldChange) })

export const kept = z
  .array(z.object({ type, _id: id, name: z.string(), fields: z.array(z.string()) }))
  .meta({ id: 'Kept', description: 'What an undo could not take back, because it was changed since' })

export const changeOperations = {
  'GET /changes': {
    operationId: 'listChanges',
    summary: 'List changes',
    access,
    query: changeQuery.strict,
    response: pageOf({ changes: z.array(change) }, 'totalChanges'),
  },
  'GET /changes/{id}': {
    operationId: 'getChange',
    summary: 'Read a change',
    access,
    response: z.object({
      change: change
        .extend({ records: z.array(changedRecord), totalRecords: count, kept })
        .meta({ id: 'ChangeWithRecords' }),
    }),
  },
  'POST /changes/{id}/undo': {
    operationId: 'undoChange',
    summary: 'Undo a change',
    access,
    status: [200, 202],
    response: written({ kept }),
    errors: [409],
  },
  'DELETE /changes/{id}': {
    operationId: 'eraseChange',
    summary: 'Erase a change',
    access: 'user',
    response: message,
    errors: [409],
  },
} satisfies Operations
