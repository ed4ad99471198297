import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { Form, useNavigation } from '@remix-run/react'
import { RecentPassword } from '~/account/accounts/recent-password'
import { AccountField } from '~/base/components/account-field'
import { ErrorSummary } from '~/base/components/error-summary'
import { TextField } from '~/base/components/field'
import { FoldedForm } from '~/base/components/folded-form'
import { FormError } from '~/base/components/form-error'
import { Link } from '~/base/components/link'
import { NewSecret } from '~/base/components/new-secret'
import { urlLength } from '~/base/forms/lengths'
import { TypesField } from './types-field'
import {
  webhookLabels as labels,
  type RecordEventType,
  type Webhook,
  webhookLimit,
  webhookNameLength,
  webhooksPath,
} from './webhook'
import { type ListedWebhook, nameOf, WebhookList } from './webhook-list'
import './webhooks.css'

type Props = {
  webhooks: ListedWebhook[]
  isRecent: boolean
  /** Idempotency key of the form. */
  newId: string
  /** The webhook that was added just now. */
  made: (Webhook & { secret: string }) | undefined
  result: SubmissionResult | undefined
}

/** The webhooks of the screen 'Developers' (product 28). */
export function WebhookSection({ webhooks, isRecent, newId, made, result }: Props) {
  return (
    <section className="card form-section secret-section" id="webhooks" aria-labelledby="webhooks-title">
      <h2 id="webhooks-title">Webhooks</h2>
      <p className="help wide">
        A program of yours hears at once which of your records have changed, or of the changes that you
        choose. It gets their ids alone and asks the API for the rest.{' '}
        <Link to="/developers#post-webhooks">How to receive them</Link>
      </p>
      {made && (
        <NewSecret
          _id={made._id}
          titleId="new-webhook"
          title={`Your new webhook: ${nameOf(made)}`}
          label="Signing secret"
          value={made.secret}
          noun="secret"
          help="With it, your program checks that a message comes from here. It is shown only now. If it gets lost, remove the webhook and add it again."
        />
      )}
      <WebhookList webhooks={webhooks} />
      {webhooks.length >= webhookLimit ? (
        <p className="notice wide">
          You have {webhookLimit} webhooks, which is the most. Remove one to add another.
        </p>
      ) : (
        <FoldedForm key={made?._id} label="New webhook" isOpen={result !== undefined}>
          <WebhookForm newId={newId} isRecent={isRecent} result={result} />
        </FoldedForm>
      )}
    </section>
  )
}

function WebhookForm({ newId, isRecent, result }: Pick<Props, 'newId' | 'isRecent' | 'result'>) {
  const [form, fields] = useForm<{
    url: string
    name: string
    types?: RecordEventType[] | null
    password?: string
  }>({
    id: 'webhook',
    lastResult: result,
    defaultValue: { url: '', name: '' },
  })
  const isBusy = useNavigation().formData?.get('intent') === 'add-webhook'
  return (
    <Form
      method="post"
      action={webhooksPath}
      preventScrollReset
      className="secret-form"
      {...getFormProps(form)}
    >
      <AccountField />
      <FormError msg={form.errors?.join('. ')} />
      <ErrorSummary form={form} labels={labels} />
      <input type="hidden" name="_id" value={newId} />
      <TextField
        label={labels.url}
        field={fields.url}
        maxLength={urlLength}
        required
        autoComplete="off"
        inputMode="url"
        spellCheck={false}
        placeholder="https://"
        help="Begins with https:// and is on the public internet."
      />
      <TextField label={labels.name} field={fields.name} maxLength={webhookNameLength} autoComplete="off" />
      <TypesField field={fields.types} />
      <RecentPassword field={fields.password} isRecent={isRecent} />
      <div>
        <button type="submit" className="button" name="intent" value="add-webhook" disabled={isBusy}>
          Add a webhook
        </button>
      </div>
    </Form>
  )
}
