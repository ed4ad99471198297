import { copyText } from '~/base/components/clipboard'
import { DashboardIcon } from '~/base/components/dashboard-icons'
import { NewSecret } from '~/base/components/new-secret'
import { QrCode, type QrCodeImage } from '~/base/components/qr-code'

export type MadeDevice = { _id: string; name: string; password: string; url: string; qrCode: QrCodeImage }

/** The app password of a new device, with what else the device asks for. */
export function NewDevice({ _id, name, password, url, qrCode, user }: MadeDevice & { user: string }) {
  return (
    <NewSecret
      _id={_id}
      titleId="new-device"
      title={`Connect ${name}`}
      label="App password"
      value={password}
      noun="password"
      help="It is shown only now, so enter it on the device before you leave. It opens contacts and calendars, and nothing else. If it gets lost, revoke the device and connect it anew."
      shownOnce="The app password is shown only now."
    >
      <div className="new-device wide">
        <dl>
          <dt>Server</dt>
          <dd>
            <code>{url}</code>
            <button type="button" className="button quiet js-only" onClick={() => copyText(url, 'address')}>
              <DashboardIcon name="copy" />
              Copy <span className="visually-hidden">the address of the server</span>
            </button>
          </dd>
          <dt>User name</dt>
          <dd>
            <code>{user}</code>
          </dd>
        </dl>
        <figure>
          <QrCode {...qrCode} title={`QR code of ${url}`} />
          <figcaption className="help">Scan it to get the address of the server on a phone.</figcaption>
        </figure>
      </div>
    </NewSecret>
  )
}
