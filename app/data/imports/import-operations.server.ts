import { z } from 'zod'
import { count, id, instant, message, type Operations, pageOf, written } from '~/base/http/operation.server'
import { fieldChange, kept } from '~/data/history/change-operations.server'
import { budFields, person } from '~/people/buds/bud-responses.server'
import { dateOrders } from '~/people/buds/read-day'
import { recordTypes } from '~/people/buds/record-kinds'
import { fileLimit, importFormats, matchRules } from './import'
import { importChange, importQuery, rowChange, rowQuery } from './import-input.server'
import { mappingWords } from './mapping'

const access = 'token'

const counts = z.object({ add: count, update: count, unchanged: count, skip: count })
const column = z.object({ name: z.string(), examples: z.array(z.string()), filled: count })

const dataImport = z
  .object({
    _id: id,
    format: z.enum(importFormats),
    name: z.string(),
    state: z.enum(['reading', 'ready', 'applying', 'applied', 'undoing', 'undone']),
    counts,
    done: count,
    total: count,
    createdAt: instant,
    onMatch: z.enum(matchRules),
    dateOrder: z.enum(dateOrders).nullable(),
    groups: z.boolean(),
    mapping: z.array(z.enum(mappingWords).nullable()).nullable(),
    columns: z.array(column),
    needsDateOrder: z.boolean(),
    kept,
  })
  .meta({ id: 'Import' })

const row = z
  .object({
    n: z.int().min(1),
    line: count,
    type: z.enum(recordTypes),
    name: z.string(),
    action: z.enum(['add', 'update', 'unchanged', 'skip']),
    reason: z.string(),
    onMatch: z.enum(matchRules).nullable(),
    bud: budFields.nullable(),
    match: person.nullable(),
    fields: z.array(fieldChange),
  })
  .meta({ id: 'ImportRow' })

export const importOperations = {
  'GET /imports': {
    operationId: 'listImports',
    summary: 'List imports',
    access,
    query: importQuery.strict,
    response: pageOf({ imports: z.array(dataImport) }, 'totalImports'),
  },
  'POST /imports': {
    operationId: 'createImport',
    summary: 'Upload a file',
    access,
    file: { field: 'file', types: ['text/vcard', 'text/csv', 'application/zip'], limit: fileLimit },
    status: 201,
    response: written({ import: dataImport }),
    errors: [409],
  },
  'GET /imports/{id}': {
    operationId: 'getImport',
    summary: 'Read an import',
    access,
    response: z.object({ import: dataImport }),
  },
  'PATCH /imports/{id}': {
    operationId: 'updateImport',
    summary: 'Change the settings of an import',
    access,
    body: importChange,
    response: written({ import: dataImport }),
    errors: [409],
  },
  'DELETE /imports/{id}': {
    operationId: 'deleteImport',
    summary: 'Forget an import',
    access,
    response: message,
    errors: [409],
  },
  'GET /imports/{id}/rows': {
    operationId: 'listImportRows',
    summary: 'List the rows of an import',
    access,
    query: rowQuery.strict,
    response: pageOf({ rows: z.array(row) }, 'totalRows'),
  },
  'PATCH /imports/{id}/rows/{n}': {
    operationId: 'updateImportRow',
    summary: 'Choose what happens to a row',
    access,
    body: rowChange,
    response: written({ row }),
    errors: [409],
  },
  'POST /imports/{id}/apply': {
    operationId: 'applyImport',
    summary: 'Write an import',
    access,
    status: 202,
    response: written({ import: dataImport }),
    errors: [409],
  },
  'POST /imports/{id}/undo': {
    operationId: 'undoImport',
    summary: 'Take an import back',
    access,
    status: 202,
    response: written({ import: dataImport }),
    errors: [409],
  },
  'POST /example': {
    operationId: 'addExample',
    summary: 'Add the example',
    access,
    refusesDemo: true,
    status: 201,
    response: written({ import: dataImport }),
    errors: [409],
  },
} satisfies Operations
