import { useEffect } from 'react'
import { CopyField } from '~/base/components/copy-field'
import { Icon } from '~/base/components/icons'
import { feedNames } from './feed'

type Props = { _id: string; kind: keyof typeof feedNames; url: string }

/** The address of a new feed. It is shown once, because only a hash of its token is stored. */
export function NewFeed({ _id, kind, url }: Props) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new address gets the focus
  useEffect(() => document.getElementById('new-feed')?.focus(), [_id])
  return (
    <section className="new-feed wide" aria-labelledby="new-feed">
      <h3 id="new-feed" tabIndex={-1}>
        Your new feed: {feedNames[kind]}
      </h3>
      <CopyField label="Address" value={url} noun="address">
        <a className="button quiet" href={url.replace(/^https?:/, 'webcal:')}>
          <Icon name="calendar" />
          Open in a calendar app
        </a>
      </CopyField>
      <p className="help">
        It is shown only now. Whoever has it can read the feed, so keep it to yourself. If it gets out, revoke
        the feed and make another.
      </p>
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
    </section>
  )
}
