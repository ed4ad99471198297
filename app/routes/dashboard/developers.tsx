import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { v7 as uuid } from 'uuid'
import { AccountTabs } from '~/accounts/AccountTabs'
import { isDemoAccount } from '~/accounts/account'
import { expiryChoices } from '~/accounts/expiry.server'
import { requireSession, requireUser } from '~/accounts/sessions.server'
import { Link } from '~/components/link'
import { ActionToast } from '~/components/toasts'
import { clock } from '~/db/clock.server'
import { FeedSection } from '~/feeds/FeedSection'
import { feedAction, isFeedForm } from '~/feeds/feed-forms.server'
import { listFeeds } from '~/feeds/feeds.server'
import { assertNotRefused, readTypedForm } from '~/forms/form.server'
import { env } from '~/http/env.server'
import { McpSection } from '~/mcp/McpSection'
import { mcpPath } from '~/mcp/mcp'
import { TokenSection } from '~/tokens/TokenSection'
import { assistantForm, tokenLimit } from '~/tokens/token'
import { tokenAction } from '~/tokens/token-forms.server'
import { listTokens } from '~/tokens/tokens.server'
import { WebhookSection } from '~/webhooks/WebhookSection'
import { isWebhookForm, webhookAction } from '~/webhooks/webhook-forms.server'
import { listWithDeliveries } from '~/webhooks/webhooks.server'
import '~/components/forms.css'

export const meta: MetaFunction = () => [{ title: 'Developers · Budkeeper' }]

export async function loader(call: LoaderFunctionArgs) {
  const { user, isRecent } = await requireSession(call)
  return {
    isRecent,
    isDemo: isDemoAccount(user),
    tokens: await listTokens(user._id),
    feeds: await listFeeds(user._id),
    webhooks: await listWithDeliveries(user._id),
    now: clock.now(),
    newId: uuid(),
    newWebhookId: uuid(),
    newAssistantId: uuid(),
    expiries: expiryChoices(),
    mcpUrl: env.APP_URL + mcpPath,
  }
}

export async function action(call: ActionFunctionArgs) {
  const user = await requireUser(call)
  const form = await readTypedForm(call.request)
  const isButton = isFeedForm(form) || !['', 'make', 'add-webhook'].includes(String(form.get('intent') ?? ''))
  if (isButton) await assertNotRefused(call.request, form)
  if (isWebhookForm(form)) return webhookAction(call, user, form)
  return isFeedForm(form) ? feedAction(call, user, form) : tokenAction(call, user, form)
}

export default function Developers() {
  const loaded = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const made = actionData && 'made' in actionData ? actionData.made : undefined
  const result = actionData && 'result' in actionData ? actionData.result : undefined
  const isForAssistant = result?.initialValue?.form === assistantForm
  const { expiries, isRecent, newAssistantId: newId } = loaded
  const assistant = { newId, expiries, isRecent, result: isForAssistant ? result : undefined }
  return (
    <div className="account">
      <AccountTabs />
      <div className="form-page narrow">
        <ActionToast actionData={actionData} />
        <header className="form-header">
          <div>
            <h1 tabIndex={-1}>Developers</h1>
            <p className="help">
              For programs of your own. The <Link to="/developers">reference of the API</Link> says what they
              can do.
            </p>
          </div>
        </header>
        <TokenSection {...loaded} made={made} result={isForAssistant ? undefined : result} />
        <McpSection
          mcpUrl={loaded.mcpUrl}
          made={made}
          form={loaded.tokens.length >= tokenLimit ? undefined : assistant}
        />
        <FeedSection
          {...loaded}
          made={actionData && 'madeFeed' in actionData ? actionData.madeFeed : undefined}
          result={actionData && 'feedResult' in actionData ? actionData.feedResult : undefined}
        />
        <WebhookSection
          {...loaded}
          newId={loaded.newWebhookId}
          added={actionData && 'addedWebhook' in actionData ? actionData.addedWebhook : undefined}
          result={actionData && 'webhookResult' in actionData ? actionData.webhookResult : undefined}
        />
      </div>
    </div>
  )
}
