import { DateTime } from 'luxon'
import { instantOf } from '~/calendar/ical.server'

const day = 86_400_000
const minute = 60_000

/**
 * Converts the wall-clock times of a zone to instants as iCalendar writes them, such as `20261124T190000Z`. Luxon needs
 * 20 microseconds for each time; here it is asked once for each day, and for each time near a change of the clocks.
 */
export function utcTimes(zone: string) {
  const offsets = new Map<number, number>()
  const offsetAt = (midnight: number) => {
    const known = offsets.get(midnight)
    if (known !== undefined) return known
    const { offset } = DateTime.fromISO(new Date(midnight).toISOString().slice(0, -1), { zone })
    offsets.set(midnight, offset)
    return offset
  }
  return (wallClock: string) => {
    const time = Date.parse(`${wallClock}Z`)
    const midnight = time - (time % day)
    const offset = offsetAt(midnight)
    const isSteady = offsetAt(midnight - day) === offset && offsetAt(midnight + day) === offset
    return utcText(isSteady ? new Date(time - offset * minute) : instantOf(wallClock, zone))
  }
}

export const utcText = (instant: Date) => `${instant.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
