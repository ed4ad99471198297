import { useId } from 'react'
import { copyText } from '~/components/clipboard'
import { DashboardIcon } from '~/components/dashboard-icons'
import { useHydrated } from '~/components/hydrated'
import { Icon } from '~/components/icons'
import './share-link.css'

type Props = {
  label: string
  url: string
  /** The mail that the owner sends: the product writes to no strangers. */
  mail: { to: string; subject: string; body: string }
}

/** A link that is shown once, with the ways to send it. Without JavaScript, it is a field to copy from and a mail. */
export function ShareLink({ label, url, mail }: Props) {
  const id = useId()
  const canShare = useHydrated() && 'share' in navigator
  return (
    <div className="share-link" role="status">
      <label htmlFor={id}>{label}</label>
      <input className="input" id={id} readOnly value={url} onFocus={({ target }) => target.select()} />
      <div className="buttons">
        <button type="button" className="button js-only" onClick={() => copyText(url, 'link')}>
          <DashboardIcon name="copy" />
          Copy
        </button>
        <a className="button quiet" href={mailLink(mail)}>
          <Icon name="mail" />
          Write an email
        </a>
        {canShare && (
          <button type="button" className="button quiet" onClick={() => share(mail.subject, url)}>
            <Icon name="arrow-up" />
            Share
          </button>
        )}
      </div>
    </div>
  )
}

/** A link that opens a mail program (RFC 6068). */
const mailLink = ({ to, subject, body }: Props['mail']) =>
  `mailto:${encodeURIComponent(to)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body.replaceAll('\n', '\r\n'))}`

/** The user may close the share sheet, which rejects. */
const share = (title: string, url: string) => navigator.share({ title, url }).catch(() => undefined)
