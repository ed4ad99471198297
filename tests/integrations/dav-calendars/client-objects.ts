import { DateTime } from 'luxon'
import { zoneBlock } from '~/events/calendar/ical-series.server'
import type { StoredEvent } from '~/integrations/dav-calendars/calendar-object'
import { readCalendarObject } from '~/integrations/dav-calendars/read-object.server'
import { templates } from './client-objects.data'

const zones = [
  'Europe/London',
  'Europe/Zurich',
  'Eastern Standard Time',
  '/citadel.org/20210210_1/Asia/Kolkata',
]
const ianaOf: Record<string, string> = {
  'Eastern Standard Time': 'America/New_York',
  '/citadel.org/20210210_1/Asia/Kolkata': 'Asia/Kolkata',
}
const starts = ['2026-11-24T14:00', '2027-03-24T09:30', '2027-10-27T18:15']

export type ClientObject = { name: string; uid: string; content: string }

/** Objects of clients: each template at several starts, in several zones. */
export const clientObjects: ClientObject[] = Object.entries(templates).flatMap(([program, lines]) =>
  zones.flatMap((tzid) =>
    starts.map((start, n) => {
      const name = `${program} ${tzid} ${start}`
      const uid = `${program.replaceAll(' ', '-')}-${zones.indexOf(tzid)}-${n}@example.com`
      return { name, uid, content: filled(lines, uid, tzid, start) }
    }),
  ),
)

function filled(lines: string[], uid: string, tzid: string, start: string) {
  const zone = ianaOf[tzid] ?? tzid
  const time = (hours: number, days: number, isUtc: boolean) => {
    const moment = DateTime.fromISO(start, { zone }).plus({ days }).plus({ hours })
    return isUtc
      ? moment.toUTC().toFormat("yyyyMMdd'T'HHmmss'Z'")
      : `TZID=${tzid}:${moment.toFormat("yyyyMMdd'T'HHmmss")}`
  }
  const block = (zoneBlock(zone) ?? '').trimEnd().replace(`TZID:${zone}`, `TZID:${tzid}`)
  const text = lines
    .join('\r\n')
    .replace('{zone}', () => block)
    .replaceAll('{uid}', uid)
  const filledIn = text.replace(/\{(start|end)(?:\+(\d+))?(:utc)?\}/g, (_, at, days, utc) =>
    time(at === 'end' ? 1.5 : 0, Number(days ?? 0), utc !== undefined),
  )
  return `${filledIn}\r\n`
}

/** An event as it is stored when a client has sent the object. */
export function storedOf(content: string): StoredEvent {
  const { uid, master, occurrences } = readCalendarObject(content, 'Europe/London')
  const { component: _, start: __, Eventtype = 'Other', ...fields } = master
  const takenOut = occurrences.flatMap(({ isCancelled, Eventtype = 'Other', ...one }) =>
    isCancelled ? [] : [{ ...one, Eventtype, _id: one.occurrence }],
  )
  return { ...fields, Eventtype, _id: 'x', stamp: '20261101T000000Z', takenOut, object: { uid, content } }
}
