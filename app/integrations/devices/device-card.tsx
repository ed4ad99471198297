import type { MouseEvent } from 'react'
import { countOf, formatCount } from '~/base/components/count'
import { Link } from '~/base/components/link'
import { type Change, historyPath } from '~/data/history/change'
import { ChangeRow } from '~/data/history/change-row'
import type { ListedDevice } from './device'
import { DeviceUse } from './device-use'
import { TakeBackForm, type TakeBackProps } from './take-back-form'

type Props = {
  device: ListedDevice
  /** Its latest change sets. */
  changes: Change[]
  totalChanges: number
  onRevoke: (event: MouseEvent<HTMLButtonElement>) => void
  takeBack: Omit<TakeBackProps, 'device'>
}

/** A device with what it did. */
export function DeviceCard({ device, changes, totalChanges, onRevoke, takeBack }: Props) {
  const { _id, name, added, changed, deleted } = device
  const history = `${historyPath}?device=${_id}`
  return (
    <section className="card device" id={_id} aria-labelledby={`device-${_id}`}>
      <header>
        <div>
          <h2 id={`device-${_id}`}>{name}</h2>
          <DeviceUse device={device} />
        </div>
        <button
          type="submit"
          form="revoke-device"
          className="button quiet"
          name="revoke-device"
          value={_id}
          aria-describedby={`device-${_id}`}
          onClick={onRevoke}
        >
          Revoke
        </button>
      </header>
      {changes.length === 0 ? (
        <p className="help">It has changed nothing in the last 30 days.</p>
      ) : (
        <>
          <ul className="device-counts" aria-label={`What ${name} did in the last 30 days`}>
            <Count of={added} word="added" to={history} />
            <Count of={changed} word="changed" to={history} />
            <Count of={deleted} word="deleted" to={`${history}&type=deleted`} />
          </ul>
          <h3>Latest changes</h3>
          <ul className="change-rows">
            {changes.map((change) => (
              <ChangeRow key={change._id} change={change} isOfDevice />
            ))}
          </ul>
          {totalChanges > changes.length && (
            <p>
              <Link to={history}>All {countOf(totalChanges, 'change')}</Link>
            </p>
          )}
          <TakeBackForm device={device} {...takeBack} />
        </>
      )}
    </section>
  )
}

function Count({ of: count, word, to }: { of: number; word: string; to: string }) {
  const text = (
    <>
      <strong>{formatCount(count)}</strong> {word}
    </>
  )
  return <li>{count === 0 ? text : <Link to={to}>{text}</Link>}</li>
}
