import { fullName } from '~/buds/bud'
import { useHydrated } from '~/components/hydrated'
import { showToast } from '~/components/toasts'
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
        {links.map((link) => (
          <FreshLinkRow key={link.url} link={link} event={event} host={host} />
        ))}
      </ul>
    </section>
  )
}

function FreshLinkRow({ link, event, host }: { link: FreshLink; event: Invited; host: string }) {
  const { bud, email, url } = link
  const name = fullName(bud)
  const fieldId = `link-${bud._id}`
  const { subject, text } = invitationText(bud.Firstname, event, host)
  const query = new URLSearchParams({ subject, body: `${text}\n${url}\n\n${host}` }).toString()
  return (
    <li>
      <div className="field">
        <label htmlFor={fieldId}>{name}</label>
        <input
          className="input"
          id={fieldId}
          readOnly
          value={url}
          onFocus={({ target }) => target.select()}
        />
      </div>
      <div className="fresh-link-actions">
        <CopyButton name={name} url={url} />
        <a
          className="button quiet"
          href={`mailto:${encodeURIComponent(email)}?${query.replaceAll('+', '%20')}`}
        >
          Email <span className="visually-hidden">{name}</span>
        </a>
        <ShareButton name={name} data={{ title: subject, text, url }} />
      </div>
    </li>
  )
}

function invitationText(guest: string, { Name, Location, startDate, endDate }: Invited, host: string) {
  return {
    subject: `${Name}: an invitation from ${host}`,
    text: `Hello ${guest},\n\nI would like to invite you to ${Name}: ${eventTime(startDate, endDate)}, ${Location}.\n\nPlease tell me whether you come:`,
  }
}

function CopyButton({ name, url }: { name: string; url: string }) {
  if (!useHydrated() || !navigator.clipboard) return null
  const copy = async () => {
    await navigator.clipboard.writeText(url)
    showToast({ type: 'success', message: `The link of ${name} is copied` })
  }
  return (
    <button type="button" className="button quiet" onClick={() => void copy()}>
      Copy <span className="visually-hidden">the link of {name}</span>
    </button>
  )
}

/** The share sheet, where the browser has one. */
function ShareButton({ name, data }: { name: string; data: ShareData }) {
  if (!useHydrated() || !navigator.canShare?.(data)) return null
  // Rejects when the user closes the sheet.
  const share = () => void navigator.share(data).catch(() => {})
  return (
    <button type="button" className="button quiet" onClick={share}>
      Share <span className="visually-hidden">the link of {name}</span>
    </button>
  )
}
