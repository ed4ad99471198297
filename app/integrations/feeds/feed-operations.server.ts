import { z } from 'zod'
import { day, id, instant, message, type Operations, written } from '~/base/http/operation.server'
import { feedKinds } from './feed'
import { feedInput } from './feed-input.server'

const feed = z
  .object({
    _id: id,
    kind: z.enum(feedKinds),
    names: z.boolean(),
    expiresAt: instant.nullable(),
    lastUsedOn: day.nullable(),
    createdAt: instant,
  })
  .meta({ id: 'Feed' })

export const feedOperations = {
  'GET /feeds': {
    operationId: 'listFeeds',
    summary: 'List calendar feeds',
    access: 'token',
    response: z.object({ feeds: z.array(feed) }),
  },
  'POST /feeds': {
    operationId: 'createFeed',
    summary: 'Make a calendar feed',
    access: 'user',
    body: feedInput,
    status: 201,
    response: written({ feed, url: z.url() }),
    errors: [409],
    hasSecret: true,
  },
  'DELETE /feeds/{id}': {
    operationId: 'revokeFeed',
    summary: 'Revoke a calendar feed',
    access: 'token',
    response: message,
  },
} satisfies Operations
