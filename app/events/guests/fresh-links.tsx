import { useState } from 'react'
import { copyText } from '~/base/components/clipboard'
import { DashboardIcon } from '~/base/components/dashboard-icons'
import { Icon } from '~/base/components/icons'
import { ShareLink } from '~/base/links/share-link'
import { fullName } from '~/people/buds/bud'
import { eventTime } from './event-time'

export type FreshLink = {
  bud: { _id: string; Firstname: string; Surname: string }
  email: string
  url: string
}
type Invited = { Name: string; Location: string; startDate: string; endDate: string }
type Props = { links: FreshLink[]; event: Invited; host: string }

/** Links that were just made. They are shown once, because only their hashes are stored. */
export function FreshLinks({ links, event, host }: Props) {
  const [taken, setTaken] = useState<string[]>([])
  const isTaken = links.every(({ url }) => taken.includes(url))
  const invitations = links.map(({ bud, email, url }) => ({
    name: fullName(bud),
    url,
    mail: { to: email, ...invitationMail(bud.Firstname, event, host, url) },
  }))
  return (
    <section
      className="card fresh-links"
      aria-labelledby="fresh-links"
      data-shown-once={isTaken ? undefined : 'The new links are shown only now.'}
    >
      <h2 id="fresh-links" tabIndex={-1}>
        {links.length === 1 ? 'A new link' : `${links.length} new links`}
      </h2>
      <p className="help">
        They are shown only now. Send each to its guest: Budkeeper writes to nobody. A link that the guest had
        before does not work any more.
      </p>
      {links.length > 1 && (
        <AllMessages invitations={invitations} onCopied={() => setTaken(links.map(({ url }) => url))} />
      )}
      <ul className="fresh-link-list">
        {invitations.map(({ name, ...invitation }) => (
          <li key={invitation.url}>
            <ShareLink
              label={name}
              {...invitation}
              isQuiet={links.length > 1}
              onTaken={() => setTaken((others) => [...others, invitation.url])}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

type Invitation = { name: string; mail: { body: string } }

/** The messages to all guests, as one text to copy from. */
function AllMessages({ invitations, onCopied }: { invitations: Invitation[]; onCopied: () => void }) {
  const text = invitations.map(({ name, mail }) => `${name}\n\n${mail.body}`).join('\n\n---\n\n')
  return (
    <div className="all-messages">
      <button
        type="button"
        className="button js-only"
        onClick={async () => (await copyText(text, 'messages')) && onCopied()}
      >
        <DashboardIcon name="copy" />
        Copy all
      </button>
      <details>
        <summary>
          All messages <Icon name="chevron-down" />
        </summary>
        <textarea
          className="input"
          aria-label="All messages"
          rows={12}
          readOnly
          value={text}
          onCopy={({ currentTarget: { selectionStart, selectionEnd, value } }) =>
            selectionEnd - selectionStart === value.length && onCopied()
          }
        />
      </details>
    </div>
  )
}

const invitationMail = (guest: string, event: Invited, host: string, url: string) => ({
  subject: `${event.Name}: an invitation from ${host}`,
  body: [
    `Hello ${guest},`,
    `I would like to invite you to ${event.Name}: ${eventTime(event.startDate, event.endDate)}, ${event.Location}.`,
    `Please tell me whether you come:\n${url}`,
    host,
  ].join('\n\n'),
})
