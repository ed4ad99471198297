import type { SubmissionResult } from '@conform-to/react'
import { FoldedForm } from '~/base/components/folded-form'
import { Link } from '~/base/components/link'
import { deviceLimit, devicesPath, type ListedDevice } from './device'
import { DeviceForm } from './device-form'
import { DeviceList } from './device-list'
import { DeviceSteps } from './device-steps'
import { type MadeDevice, NewDevice } from './new-device'
import './devices.css'

type Props = {
  devices: ListedDevice[]
  isRecent: boolean
  /** Idempotency key of the form. */
  newId: string
  /** The address of the server for devices. */
  davUrl: string
  Email: string
  /** The device that was made just now. */
  made: MadeDevice | undefined
  result: SubmissionResult | undefined
}

/** Contacts and calendars of phones, on the screen 'Developers'. */
export function DeviceSection({ devices, davUrl, Email, made, ...form }: Props) {
  return (
    <section className="card form-section secret-section" id="phones" aria-labelledby="phones-title">
      <h2 id="phones-title">Phones and calendars</h2>
      <p className="help wide">
        Your buds in the contacts of your phone and your events in its calendar, in sync both ways (CardDAV
        and CalDAV). Each device has a password of its own. What it did by mistake can be{' '}
        <Link to={devicesPath}>taken back</Link>.
      </p>
      {made && <NewDevice {...made} user={Email} />}
      <DeviceList devices={devices} />
      {devices.length >= deviceLimit ? (
        <p className="notice wide">
          You have {deviceLimit} devices, which is the most. Revoke one to connect another.
        </p>
      ) : (
        <FoldedForm key={made?._id} label="New device" isOpen={form.result !== undefined}>
          <DeviceForm {...form} />
        </FoldedForm>
      )}
      <DeviceSteps url={davUrl} user={Email} />
    </section>
  )
}
