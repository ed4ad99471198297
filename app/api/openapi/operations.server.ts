import { z } from 'zod'
import { accountOperations } from '~/account/accounts/account-operations.server'
import { billingOperations } from '~/account/billing/billing-operations.server'
import { passkeyOperations } from '~/account/security/passkey-operations.server'
import { securityOperations } from '~/account/security/security-operations.server'
import { mcpOperations } from '~/api/mcp/mcp-operations.server'
import type { Operations } from '~/base/http/operation.server'
import { exportOperations } from '~/data/exports/export-operations.server'
import { changeOperations } from '~/data/history/change-operations.server'
import { importOperations } from '~/data/imports/import-operations.server'
import { eventOperations } from '~/events/events/event-operations.server'
import { guestOperations } from '~/events/guests/guest-operations.server'
import { deviceOperations } from '~/integrations/devices/device-operations.server'
import { feedOperations } from '~/integrations/feeds/feed-operations.server'
import { tokenOperations } from '~/integrations/tokens/token-operations.server'
import { webhookOperations } from '~/integrations/webhooks/webhook-operations.server'
import { budOperations } from '~/people/buds/bud-operations.server'
import { tagOperations } from '~/people/buds/tag-operations.server'
import { bulkOperations } from '~/people/bulk/bulk-operations.server'
import { circleOperations } from '~/people/circles/circle-operations.server'
import { duplicateOperations } from '~/people/duplicates/duplicate-operations.server'
import { findOperations } from '~/people/find/find-operations.server'
import { interactionOperations } from '~/people/interactions/interaction-operations.server'
import { smartListOperations } from '~/people/lists/smart-list-operations.server'
import { mergeOperations } from '~/people/merges/merge-operations.server'
import { proposalOperations } from '~/people/proposals/proposal-operations.server'
import { relationOperations } from '~/people/relations/relation-operations.server'
import { settingsOperations } from '~/planning/reminders/settings-operations.server'
import { todayOperations } from '~/planning/today/today-operations.server'
import { togetherOperations } from '~/planning/together/together-operations.server'
import { adminOperations } from '~/site/admin/admin-operations.server'
import { blogOperations } from '~/site/blog/blog-operations.server'

export const openApiOperations = {
  'GET /openapi.json': {
    operationId: 'getOpenApi',
    summary: 'Read the OpenAPI document',
    access: 'shared',
    response: z.looseObject({}),
  },
} satisfies Operations

const all: Operations = {
  ...accountOperations,
  ...settingsOperations,
  ...billingOperations,
  ...budOperations,
  ...tagOperations,
  ...bulkOperations,
  ...relationOperations,
  ...circleOperations,
  ...eventOperations,
  ...changeOperations,
  ...interactionOperations,
  ...smartListOperations,
  ...todayOperations,
  ...togetherOperations,
  ...importOperations,
  ...exportOperations,
  ...findOperations,
  ...guestOperations,
  ...duplicateOperations,
  ...mergeOperations,
  ...proposalOperations,
  ...blogOperations,
  ...adminOperations,
  ...securityOperations,
  ...passkeyOperations,
  ...tokenOperations,
  ...feedOperations,
  ...deviceOperations,
  ...mcpOperations,
  ...webhookOperations,
  ...openApiOperations,
}

/** All calls of the API. */
export const operations = Object.entries(all).map(([call, operation]) => {
  const [method = '', path = ''] = call.split(' ')
  return { ...operation, call, method, path }
})

export type RoutedOperation = (typeof operations)[number]
