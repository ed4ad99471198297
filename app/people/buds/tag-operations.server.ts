import { z } from 'zod'
import { count, type Operations, written } from '~/base/http/operation.server'
import { tagChange, tagQuery } from './tag-rules.server'

const access = 'token'

const tagKind = z.object({ name: z.string(), buds: count }).meta({ id: 'Tag' })

export const tagOperations = {
  'GET /tags': {
    operationId: 'listBudTags',
    summary: 'List tags',
    access,
    response: z.object({ tags: z.array(tagKind) }),
  },
  'PATCH /tags': {
    operationId: 'renameBudTag',
    summary: 'Rename a tag, or unite it with another',
    access,
    body: tagChange,
    response: written({ buds: count }),
    errors: [404, 409],
  },
  'DELETE /tags': {
    operationId: 'deleteBudTag',
    summary: 'Remove a tag from all buds',
    access,
    query: tagQuery,
    response: written({ buds: count }),
    errors: [404],
  },
} satisfies Operations
