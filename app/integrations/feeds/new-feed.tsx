import { Icon } from '~/base/components/icons'
import { NewSecret } from '~/base/components/new-secret'
import { feedNames } from './feed'

type Props = { _id: string; kind: keyof typeof feedNames; url: string }

/** The address of a new feed, with the steps to subscribe to it. */
export function NewFeed({ _id, kind, url }: Props) {
  return (
    <NewSecret
      _id={_id}
      titleId="new-feed"
      title={`Your new feed: ${feedNames[kind]}`}
      label="Address"
      value={url}
      noun="address"
      help="It is shown only now. Whoever has it can read the feed, so keep it to yourself. If it gets out, revoke the feed and make another."
      action={
        <a className="button quiet" href={url.replace(/^https?:/, 'webcal:')}>
          <Icon name="calendar" />
          Open in a calendar app
        </a>
      }
    >
      <ul className="feed-steps">
        <li>
          <strong>Google Calendar:</strong> on a computer, choose <em>Other calendars</em>, <em>+</em>,{' '}
          <em>From URL</em> and paste the address. Google looks for changes about once a day.
        </li>
        <li>
          <strong>Apple Calendar:</strong> press <em>Open in a calendar app</em>; or choose <em>File</em>,{' '}
          <em>New Calendar Subscription</em> on a Mac, and <em>Add Calendar</em>,{' '}
          <em>Add Subscription Calendar</em> on an iPhone.
        </li>
        <li>
          <strong>Outlook:</strong> choose <em>Add calendar</em>, <em>Subscribe from web</em> and paste the
          address.
        </li>
      </ul>
    </NewSecret>
  )
}
