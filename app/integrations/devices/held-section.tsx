import { Form } from '@remix-run/react'
import { AccountField } from '~/base/components/account-field'
import { countOf, formatCount } from '~/base/components/count'
import { Link } from '~/base/components/link'
import { Time } from '~/base/components/time'
import { devicesPath, type HeldDeletions } from './device'
import { recordPath } from './record-path'

/** More are counted. */
const shownRecords = 20

/** Deletions of a device that the brake holds, with the buttons that decide. */
export function HeldSection({ device, records, since }: HeldDeletions) {
  const { _id, name } = device
  const others = records.length - shownRecords
  return (
    <section className="card held" aria-labelledby={`held-${_id}`}>
      <h2 id={`held-${_id}`}>
        {name} wants to delete {countOf(records.length, 'record')}
      </h2>
      <p>
        It deleted many at once on <Time instant={since} />, which may be a mistake. They are gone on {name},
        and still here.
      </p>
      <ul className="held-records">
        {records.slice(0, shownRecords).map((record) => (
          <li key={record._id}>
            <Link to={recordPath(record)} discover="none">
              {record.name || 'Without a name'}
            </Link>
          </li>
        ))}
        {others > 0 && <li>and {formatCount(others)} more</li>}
      </ul>
      <Form method="post" action={devicesPath} className="held-buttons">
        <AccountField />
        <input type="hidden" name="_id" value={_id} />
        <button type="submit" className="button" name="intent" value="refuse">
          Keep them
        </button>
        <button type="submit" className="button quiet" name="intent" value="release">
          Delete them
        </button>
      </Form>
      <p className="help">
        Kept, they come back to {name} with its next sync. Deleted, they are in the trash for 30 days.
      </p>
    </section>
  )
}
