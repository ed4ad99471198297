import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { v7 as uuid } from 'uuid'
import { AccountTab } from '~/account/accounts/account-tab'
import { expiryChoices } from '~/account/accounts/expiry.server'
import { OwnAccount } from '~/account/accounts/own-account'
import { requireSession, requireUser } from '~/account/accounts/sessions.server'
import { isDemoAccount } from '~/account/users/user'
import { mcpPath } from '~/api/mcp/mcp'
import { McpSection } from '~/api/mcp/mcp-section'
import { Link } from '~/base/components/link'
import { clock } from '~/base/db/clock.server'
import { assertNotRefused, readTypedForm } from '~/base/forms/form.server'
import { env } from '~/base/node/env.server'
import { deviceAction, isDeviceForm } from '~/integrations/devices/device-forms.server'
import { DeviceSection } from '~/integrations/devices/device-section'
import { listDevices } from '~/integrations/devices/devices.server'
import { feedAction, isFeedForm } from '~/integrations/feeds/feed-forms.server'
import { FeedSection } from '~/integrations/feeds/feed-section'
import { listFeeds } from '~/integrations/feeds/feeds.server'
import { assistantForm, tokenLimit } from '~/integrations/tokens/token'
import { tokenAction } from '~/integrations/tokens/token-forms.server'
import { TokenSection } from '~/integrations/tokens/token-section'
import { listTokens } from '~/integrations/tokens/tokens.server'
import { isWebhookForm, webhookAction } from '~/integrations/webhooks/webhook-forms.server'
import { WebhookSection } from '~/integrations/webhooks/webhook-section'
import { listWithDeliveries } from '~/integrations/webhooks/webhooks.server'
import '~/base/components/forms.css'

export const meta: MetaFunction = () => [{ title: 'Developers · Budkeeper' }]

export async function loader(call: LoaderFunctionArgs) {
  const { user, isRecent } = await requireSession(call)
  return {
    isRecent,
    isDemo: isDemoAccount(user),
    Email: user.Email,
    devices: await listDevices(user._id),
    tokens: await listTokens(user._id),
    feeds: await listFeeds(user._id),
    webhooks: await listWithDeliveries(user._id),
    now: clock.now(),
    newId: uuid(),
    newWebhookId: uuid(),
    newAssistantId: uuid(),
    newDeviceId: uuid(),
    expiries: expiryChoices(),
    mcpUrl: env.APP_URL + mcpPath,
    davUrl: `${env.APP_URL}/dav/`,
  }
}

export async function action(call: ActionFunctionArgs) {
  const user = await requireUser(call)
  const form = await readTypedForm(call.request)
  const isButton =
    isFeedForm(form) || !['', 'make', 'make-device', 'add-webhook'].includes(String(form.get('intent') ?? ''))
  if (isButton) await assertNotRefused(call.request, form)
  if (isDeviceForm(form)) return deviceAction(call, user, form)
  if (isWebhookForm(form)) return webhookAction(call, user, form)
  return isFeedForm(form) ? feedAction(call, user, form) : tokenAction(call, user, form)
}

export default function Developers() {
  const loaded = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const tokens = actionData?.section === 'tokens' ? actionData : undefined
  const devices = actionData?.section === 'devices' ? actionData : undefined
  const feeds = actionData?.section === 'feeds' ? actionData : undefined
  const webhooks = actionData?.section === 'webhooks' ? actionData : undefined
  const isForAssistant = tokens?.result?.initialValue?.form === assistantForm
  const { expiries, isRecent, newAssistantId: newId } = loaded
  const assistant = { newId, expiries, isRecent, result: isForAssistant ? tokens.result : undefined }
  return (
    <AccountTab
      title="Developers"
      help={
        <>
          For phones, calendars and programs of your own. The{' '}
          <Link to="/developers">reference of the API</Link> says what they can do.
        </>
      }
      notice={
        loaded.isDemo &&
        'The demo account has no devices, tokens, feeds or webhooks. Register to have your own.'
      }
      actionData={actionData}
    >
      {loaded.isDemo ? (
        <OwnAccount>
          <ul className="wide own-account">
            <li>
              <strong>Phones and calendars</strong> have your buds and events, in sync both ways.
            </li>
            <li>
              <strong>Tokens</strong> let a program of yours use the API, such as a script that backs up your
              buds.
            </li>
            <li>
              <strong>An assistant (MCP)</strong> looks things up for you: who is due, what you have in
              common, when all are free.
            </li>
            <li>
              <strong>Calendar feeds</strong> show your events and the dates of your buds in another calendar.
            </li>
            <li>
              <strong>Webhooks</strong> tell a program at once which of your records have changed.
            </li>
          </ul>
        </OwnAccount>
      ) : (
        <>
          <DeviceSection
            {...loaded}
            newId={loaded.newDeviceId}
            made={devices?.made}
            result={devices?.result}
          />
          <TokenSection
            {...loaded}
            made={tokens?.made}
            result={isForAssistant ? undefined : tokens?.result}
          />
          <McpSection
            mcpUrl={loaded.mcpUrl}
            made={tokens?.made}
            form={loaded.tokens.length >= tokenLimit ? undefined : assistant}
          />
          <FeedSection {...loaded} made={feeds?.made} result={feeds?.result} />
          <WebhookSection
            {...loaded}
            newId={loaded.newWebhookId}
            made={webhooks?.made}
            result={webhooks?.result}
          />
        </>
      )}
    </AccountTab>
  )
}
