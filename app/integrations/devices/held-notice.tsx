import { countOf } from '~/base/components/count'
import { Link } from '~/base/components/link'
import { devicesPath } from './device'
import './held.css'

type HeldCount = { _id: string; name: string; records: number }

/** Says that deletions of devices wait for the owner. */
export function HeldNotice({ held }: { held: HeldCount[] }) {
  return held.map(({ _id, name, records }) => (
    <p key={_id} className="held-notice">
      <Link to={devicesPath}>
        {name} wants to delete {countOf(records, 'record')}. They wait for you.
      </Link>
    </p>
  ))
}
