import { copyText } from '~/base/components/clipboard'
import { CopyField } from '~/base/components/copy-field'
import { DashboardIcon } from '~/base/components/dashboard-icons'
import { useHydrated } from '~/base/components/hydrated'
import { Icon } from '~/base/components/icons'

type Props = {
  label: string
  url: string
  /** The mail that the owner sends: the product writes to no strangers. */
  mail: { to: string; subject: string; body: string }
  /** Called once the link was copied, or given to another program. */
  onTaken?: () => void
  isQuiet?: boolean
}

/** A link that is shown once, with the ways to send it. Without JavaScript, it is a field to copy from and a mail. */
export function ShareLink({ label, url, mail, onTaken, isQuiet }: Props) {
  const canShare = useHydrated() && 'share' in navigator
  return (
    <CopyField label={label} value={url} noun="link" onCopied={onTaken} isQuiet={isQuiet}>
      <button
        type="button"
        className="button quiet js-only"
        onClick={async () => (await copyText(mail.body, 'message')) && onTaken?.()}
      >
        <DashboardIcon name="message" />
        Copy message
      </button>
      <a className="button quiet" href={mailLink(mail)} onClick={onTaken}>
        <Icon name="mail" />
        Write an email
      </a>
      {canShare && (
        <button
          type="button"
          className="button quiet"
          onClick={async () => (await share(mail)) && onTaken?.()}
        >
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

/** Resolves to false if the user closes the share sheet. */
const share = ({ subject, body }: Props['mail']) =>
  navigator.share({ title: subject, text: body }).then(
    () => true,
    () => false,
  )
