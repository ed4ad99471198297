import { z } from 'zod'
import { accountOperations } from '~/accounts/account-operations.server'
import { adminOperations } from '~/admin/admin-operations.server'
import { billingOperations } from '~/billing/billing-operations.server'
import { blogOperations } from '~/blog/blog-operations.server'
import { budOperations } from '~/buds/bud-operations.server'
import { circleOperations } from '~/circles/circle-operations.server'
import { duplicateOperations } from '~/duplicates/duplicate-operations.server'
import { eventOperations } from '~/events/event-operations.server'
import { exportOperations } from '~/exports/export-operations.server'
import { feedOperations } from '~/feeds/feed-operations.server'
import { findOperations } from '~/find/find-operations.server'
import { guestOperations } from '~/guests/guest-operations.server'
import { changeOperations } from '~/history/change-operations.server'
import type { Operation, Operations } from '~/http/operation.server'
import { importOperations } from '~/imports/import-operations.server'
import { interactionOperations } from '~/interactions/interaction-operations.server'
import { mcpOperations } from '~/mcp/mcp-operations.server'
import { mergeOperations } from '~/merges/merge-operations.server'
import { proposalOperations } from '~/proposals/proposal-operations.server'
import { settingsOperations } from '~/reminders/settings-operations.server'
import { passkeyOperations } from '~/security/passkey-operations.server'
import { securityOperations } from '~/security/security-operations.server'
import { todayOperations } from '~/today/today-operations.server'
import { togetherOperations } from '~/together/together-operations.server'
import { tokenOperations } from '~/tokens/token-operations.server'
import { webhookOperations } from '~/webhooks/webhook-operations.server'

const ofDocument: Operations = {
  'GET /openapi.json': {
    operationId: 'getOpenApi',
    summary: 'Read the OpenAPI document',
    access: 'shared',
    response: z.looseObject({}),
  },
}

/** All calls of the API. */
export const operations = Object.entries({
  ...accountOperations,
  ...settingsOperations,
  ...billingOperations,
  ...budOperations,
  ...circleOperations,
  ...eventOperations,
  ...changeOperations,
  ...interactionOperations,
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
  ...mcpOperations,
  ...webhookOperations,
  ...ofDocument,
}).map(([call, operation]) => {
  const [method = '', path = ''] = call.split(' ')
  return { ...(operation as Operation), call, method: method.toLowerCase(), path }
})

export type RoutedOperation = (typeof operations)[number]
