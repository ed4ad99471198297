import { Link } from '~/base/components/link'
import { phonesPath } from './device'

/** The section of the screen 'Your data' that leads to the devices. */
export function PhonesSection() {
  return (
    <section className="card form-section">
      <h2>On your phone</h2>
      <p className="wide">
        Your buds in its contacts and your events in its calendar, in sync both ways. What a device changes by
        mistake can be taken back.
      </p>
      <p className="wide">
        <Link className="button quiet" to={phonesPath} prefetch="intent">
          Connect a device
        </Link>
      </p>
    </section>
  )
}
