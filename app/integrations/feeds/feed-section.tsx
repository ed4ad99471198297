import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { Form, useNavigation } from '@remix-run/react'
import { RecentPassword } from '~/account/accounts/recent-password'
import { AccountField } from '~/base/components/account-field'
import { FoldedForm } from '~/base/components/folded-form'
import { FormError } from '~/base/components/form-error'
import { SelectField } from '~/base/components/other-fields'
import { type Feed, type FeedKind, feedLimit, feedsPath, feedLabels as labels } from './feed'
import { FeedList } from './feed-list'
import { NewFeed } from './new-feed'
import './feeds.css'

type Props = {
  feeds: Feed[]
  isRecent: boolean
  expiries: { value: string; label: string }[]
  /** The instant by which feeds have expired. */
  now: Date
  /** Idempotency key of the form. */
  newId: string
  /** The feed that was made just now. */
  made: (Feed & { url: string }) | undefined
  result: SubmissionResult | undefined
}

/** The calendar feeds of the screen 'Developers' (product 24). */
export function FeedSection({ feeds, now, made, ...form }: Props) {
  return (
    <section className="card form-section secret-section" id="feeds" aria-labelledby="feeds-title">
      <h2 id="feeds-title">Calendar feeds</h2>
      <p className="help wide">
        Your events and the dates of your buds in the calendar that you look at every day. Other calendars
        load them by a private address, from a year ago to in two years.
      </p>
      {made && <NewFeed {...made} />}
      <FeedList feeds={feeds} now={now} />
      {feeds.length >= feedLimit ? (
        <p className="notice wide">
          You have {feedLimit} feeds, which is the most. Revoke one to make another.
        </p>
      ) : (
        <FoldedForm key={made?._id} label="New feed" isOpen={form.result !== undefined}>
          <FeedForm {...form} />
        </FoldedForm>
      )}
    </section>
  )
}

const choices: { kind: FeedKind; label: string }[] = [
  { kind: 'all', label: 'Events and dates' },
  { kind: 'events', label: 'Events' },
  { kind: 'dates', label: 'Dates, such as birthdays and milestones' },
]

type FormProps = Pick<Props, 'newId' | 'isRecent' | 'expiries' | 'result'>
type Fields = { kind: string; names: string; expiresAt: string; password?: string }

function FeedForm({ newId, isRecent, expiries, result }: FormProps) {
  const [form, fields] = useForm<Fields>({
    id: 'feed',
    lastResult: result,
    defaultValue: { kind: 'all', expiresAt: expiries[1]?.value },
  })
  const isBusy = useNavigation().formData?.get('intent') === 'make-feed'
  return (
    <Form method="post" action={feedsPath} preventScrollReset className="secret-form" {...getFormProps(form)}>
      <AccountField />
      <FormError msg={form.errors?.join('. ')} />
      <input type="hidden" name="_id" value={newId} />
      <fieldset className="field choices" id={fields.kind.id}>
        <legend className="label">{labels.kind}</legend>
        {choices.map(({ kind, label }) => (
          <label key={kind} className="check">
            <input
              type="radio"
              name="kind"
              value={kind}
              required
              defaultChecked={fields.kind.initialValue === kind}
            />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      <div>
        <label className="check">
          <input
            type="checkbox"
            name="names"
            value="true"
            id={fields.names.id}
            defaultChecked={fields.names.initialValue === 'true'}
            aria-describedby="feed-names"
          />
          <span>{labels.names}</span>
        </label>
        <p className="help" id="feed-names">
          Everybody who sees the other calendar can then read it. Dates always name their bud.
        </p>
      </div>
      <SelectField
        label={labels.expiresAt}
        field={fields.expiresAt}
        options={expiries}
        help="Days end in UTC. Other calendars get nothing any more then."
      />
      <RecentPassword field={fields.password} isRecent={isRecent} />
      <div>
        <button type="submit" className="button" name="intent" value="make-feed" disabled={isBusy}>
          Make a feed
        </button>
      </div>
    </Form>
  )
}
