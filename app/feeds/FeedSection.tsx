import { Form, useNavigation } from '@remix-run/react'
import { AccountField } from '~/components/account-field'
import { FeedList } from './FeedList'
import { type Feed, type FeedKind, feedLimit, feedsPath } from './feed'
import { NewFeed } from './NewFeed'
import './feeds.css'

type Props = {
  feeds: Feed[]
  isDemo: boolean
  /** Idempotency key of the form. */
  newId: string
  /** The feed that was made just now. */
  made: (Feed & { url: string }) | undefined
}

/** The calendar feeds of the screen 'Developers' (product 24). */
export function FeedSection({ feeds, isDemo, newId, made }: Props) {
  return (
    <section className="card form-section feeds" id="feeds" aria-labelledby="feeds-title">
      <h2 id="feeds-title">Calendar feeds</h2>
      <p className="help wide">
        Your events and the dates of your buds in the calendar that you look at every day. Other calendars
        load them by a private address, from a year ago to in two years.
      </p>
      {made && <NewFeed {...made} />}
      <FeedList feeds={feeds} />
      {isDemo ? (
        <p className="notice wide">The demo account has no feeds. Register to have feeds of your own.</p>
      ) : feeds.length >= feedLimit ? (
        <p className="notice wide">
          You have {feedLimit} feeds, which is the most. Revoke one to make another.
        </p>
      ) : (
        <FeedForm key={made?._id} newId={newId} />
      )}
    </section>
  )
}

const choices: { kind: FeedKind; label: string }[] = [
  { kind: 'all', label: 'Events and dates' },
  { kind: 'events', label: 'Events' },
  { kind: 'dates', label: 'Dates of buds, such as birthdays' },
]

function FeedForm({ newId }: Pick<Props, 'newId'>) {
  const isBusy = useNavigation().formData?.get('intent') === 'make-feed'
  return (
    <Form method="post" action={feedsPath} preventScrollReset className="feed-form wide">
      <AccountField />
      <h3>New feed</h3>
      <input type="hidden" name="_id" value={newId} />
      <fieldset className="field choices">
        <legend className="label">What it shows</legend>
        {choices.map(({ kind, label }, n) => (
          <label key={kind} className="check">
            <input type="radio" name="kind" value={kind} required defaultChecked={n === 0} />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      <div>
        <label className="check">
          <input type="checkbox" name="names" value="true" aria-describedby="feed-names" />
          <span>Show who attends events</span>
        </label>
        <p className="help" id="feed-names">
          Everybody who sees the other calendar can then read it. Dates always name their bud.
        </p>
      </div>
      <div>
        <button type="submit" className="button" name="intent" value="make-feed" disabled={isBusy}>
          Make a feed
        </button>
      </div>
    </Form>
  )
}
