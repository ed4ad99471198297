import { useEffect } from 'react'
import { countOf, formatCount } from '~/base/components/count'
import { Link } from '~/base/components/link'
import type { KeptRecord } from '~/data/history/change'
import { fieldLabel } from '~/data/history/changed-records'
import { recordPath } from './record-path'

/** More are counted. */
const shownRecords = 20

export type TakenBackProps = {
  name: string
  undone: number
  kept: KeptRecord[]
  /** Whether the undo continues in the background. */
  isUnfinished: boolean
}

/** What an undo has done, and which records it has kept. */
export function TakenBack({ name, undone, kept, isUnfinished }: TakenBackProps) {
  useEffect(() => document.getElementById('taken-back')?.focus(), [])
  const others = kept.length - shownRecords
  return (
    <section className="card taken-back" aria-labelledby="taken-back">
      <h2 id="taken-back" tabIndex={-1}>
        {undone === 0 ? 'Nothing' : countOf(undone, 'change')} of {name} taken back
      </h2>
      {isUnfinished && <p>The rest is being taken back.</p>}
      <p>
        {kept.length === 1
          ? '1 record stayed as it is, because it was changed since:'
          : `${formatCount(kept.length)} records stayed as they are, because they were changed since:`}
      </p>
      <ul className="kept-records">
        {kept.slice(0, shownRecords).map((record) => (
          <li key={record._id}>
            <Link to={recordPath(record)} discover="none">
              {record.name || 'Without a name'}
            </Link>
            {record.fields.length > 0 && (
              <span className="help">
                {record.fields.map((field) => fieldLabel(record.type, field)).join(', ')}
              </span>
            )}
          </li>
        ))}
        {others > 0 && <li>and {formatCount(others)} more</li>}
      </ul>
    </section>
  )
}
