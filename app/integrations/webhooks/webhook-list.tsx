import { Form } from '@remix-run/react'
import type { MouseEvent } from 'react'
import { AccountField } from '~/base/components/account-field'
import { ConfirmDialog } from '~/base/components/confirm-dialog'
import { useConfirmation } from '~/base/components/delete-dialog'
import { Time } from '~/base/components/time'
import { type Delivery, type OffReason, type Webhook, webhooksPath } from './webhook'

export type ListedWebhook = Webhook & { deliveries: Delivery[] }

/** The name of a webhook, or else the host of its address. */
export const nameOf = ({ name, url }: Pick<Webhook, 'name' | 'url'>) => name || new URL(url).host

const removeForm = 'remove-webhook'

/** The webhooks with their last deliveries. Without JavaScript, the query parameter `remove` opens the dialog. */
export function WebhookList({ webhooks }: { webhooks: ListedWebhook[] }) {
  const { open, item: chosen, isInitiallyOpen, close } = useConfirmation(webhooks, 'remove')
  if (webhooks.length === 0) return <p className="no-secrets wide">No webhooks yet.</p>
  return (
    <div className="wide">
      <form id={removeForm} action={webhooksPath} hidden />
      <ul className="secret-list webhook-list">
        {webhooks.map((webhook) => (
          <Item key={webhook._id} webhook={webhook} onRemove={open} />
        ))}
      </ul>
      {chosen && (
        <ConfirmDialog
          title="Remove webhook"
          question={`${nameOf(chosen)} is not told of changes any more. Its secret cannot come back.`}
          confirm="Yes, Remove"
          action={webhooksPath}
          isInitiallyOpen={isInitiallyOpen}
          onClose={close}
        >
          <input type="hidden" name="intent" value="remove-webhook" />
          <input type="hidden" name="_id" value={chosen._id} />
        </ConfirmDialog>
      )}
    </div>
  )
}

type ItemProps = { webhook: ListedWebhook; onRemove: (event: MouseEvent<HTMLButtonElement>) => void }

const offReasons: Record<OffReason, string> = {
  gone: 'the receiver says that it does not exist any more',
  failing: 'nothing was delivered for five days',
}

function Item({ webhook, onRemove }: ItemProps) {
  const { _id, url, types, offSince, offReason, deliveries } = webhook
  return (
    <li>
      <h3 id={_id}>{nameOf(webhook)}</h3>
      <p className="webhook-url">
        <code>{url}</code>
      </p>
      {types && (
        <p className="help">
          Told of <code>{types.join(', ')}</code>
        </p>
      )}
      {offSince && offReason && (
        <p className="webhook-off">
          Switched off on <Time instant={offSince} />: {offReasons[offReason]}. A test that is delivered
          switches it on again.
        </p>
      )}
      {deliveries.length > 0 ? (
        <ul className="deliveries" aria-label="Last deliveries">
          {deliveries.map((delivery) => (
            <DeliveryLine key={delivery._id} delivery={delivery} />
          ))}
        </ul>
      ) : (
        <p className="help">Nothing was sent yet.</p>
      )}
      <div className="webhook-buttons">
        <Form method="post" action={webhooksPath} preventScrollReset>
          <AccountField />
          <input type="hidden" name="_id" value={_id} />
          <button
            type="submit"
            className="button quiet"
            name="intent"
            value="test-webhook"
            aria-describedby={_id}
          >
            Send a test
          </button>
        </Form>
        <button
          type="submit"
          className="button bare"
          form={removeForm}
          name="remove"
          value={_id}
          aria-describedby={_id}
          onClick={onRemove}
        >
          Remove
        </button>
      </div>
    </li>
  )
}

const states: Record<Delivery['state'], { text: string; tint: string }> = {
  delivered: { text: 'Delivered', tint: 'Friend' },
  failed: { text: 'Failed', tint: 'Client' },
  pending: { text: 'On its way', tint: 'Other' },
}

function DeliveryLine({ delivery }: { delivery: Delivery }) {
  const { type, state, attempts, problem, createdAt, nextAttemptAt } = delivery
  const { text, tint } = states[state]
  const isRetried = state === 'pending' && problem !== null
  return (
    <li>
      <span className={`tag ${tint}`}>{isRetried ? 'To be repeated' : text}</span> <code>{type}</code>{' '}
      <Time instant={createdAt} />
      {problem && (
        <span className="help">
          {problem}.{attempts > 1 && ` ${attempts} attempts.`}
          {isRetried && nextAttemptAt && (
            <>
              {' '}
              Again at <Time instant={nextAttemptAt} />.
            </>
          )}
        </span>
      )}
    </li>
  )
}
