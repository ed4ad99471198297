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
  return (
    <section className="card fresh-links" aria-labelledby="fresh-links">
      <h2 id="fresh-links" tabIndex={-1}>
        {links.length === 1 ? 'A new link' : `${links.length} new links`}
      </h2>
      <p className="help">
        They are shown only now. Send each to its guest: Budkeeper writes to nobody. A link that the guest had
        before does not work any more.
      </p>
      <ul className="fresh-link-list">
        {links.map(({ bud, email, url }) => (
          <li key={url}>
            <ShareLink
              label={fullName(bud)}
              url={url}
              mail={{ to: email, ...invitationMail(bud.Firstname, event, host, url) }}
            />
          </li>
        ))}
      </ul>
    </section>
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
