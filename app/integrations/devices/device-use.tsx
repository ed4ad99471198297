import { Day } from '~/base/components/day'
import type { ListedDevice } from './device'

/** By what its owner recognises a device, and when it was used. */
export function DeviceUse({ device: { hint, createdAt, lastUsedOn } }: { device: ListedDevice }) {
  return (
    <p className="help">
      Password <code>…{hint}</code>, made on <Day of={createdAt} />,{' '}
      {lastUsedOn ? 'last used on ' : 'never used'}
      {lastUsedOn && <Day of={lastUsedOn} />}
    </p>
  )
}
