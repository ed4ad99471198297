import { CopyField } from '~/base/components/copy-field'
import { useHydrated } from '~/base/components/hydrated'
import { Icon } from '~/base/components/icons'

type Props = {
  label: string
  url: string
  /** The mail that the owner sends: the product writes to no strangers. */
  mail: { to: string; subject: string; body: string }
}

/** A link that is shown once, with the ways to send it. Without JavaScript, it is a field to copy from and a mail. */
export function ShareLink({ label, url, mail }: Props) {
  const canShare = useHydrated() && 'share' in navigator
  return (
    <CopyField label={label} value={url} noun="link">
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
    </CopyField>
  )
}

/** A link that opens a mail program (RFC 6068). */
const mailLink = ({ to, subject, body }: Props['mail']) =>
  `mailto:${encodeURIComponent(to)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body.replaceAll('\n', '\r\n'))}`

/** The user may close the share sheet, which rejects. */
const share = (title: string, url: string) => navigator.share({ title, url }).catch(() => undefined)
