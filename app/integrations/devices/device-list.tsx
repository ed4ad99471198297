import { useConfirmation } from '~/base/components/delete-dialog'
import { Link } from '~/base/components/link'
import { devicesPath, type ListedDevice, phonesPath } from './device'
import { DeviceUse } from './device-use'
import { RevokeDialog } from './revoke-dialog'

/** The devices, each with a button to revoke it. Without JavaScript, the query parameter `revoke-device` opens the dialog. */
export function DeviceList({ devices }: { devices: ListedDevice[] }) {
  const confirmation = useConfirmation(devices, 'revoke-device')
  if (devices.length === 0) return <p className="no-secrets wide">No devices yet.</p>
  return (
    <div className="wide">
      <form action={phonesPath}>
        <ul className="secret-list">
          {devices.map((device) => (
            <li key={device._id}>
              <div>
                <h3 id={device._id}>
                  <Link to={`${devicesPath}#${device._id}`}>{device.name}</Link>
                </h3>
                <DeviceUse device={device} />
              </div>
              <button
                type="submit"
                className="button quiet"
                name="revoke-device"
                value={device._id}
                aria-describedby={device._id}
                onClick={confirmation.open}
              >
                Revoke
              </button>
            </li>
          ))}
        </ul>
      </form>
      <RevokeDialog action={phonesPath} {...confirmation} />
    </div>
  )
}
