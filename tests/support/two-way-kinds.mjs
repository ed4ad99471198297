import { randomUUID } from 'node:crypto'
import { basicTime, cardOf, eventOf, inLondon, readProperty, replaceProperty } from './dav-objects.mjs'

const times = (n) => {
  const day = new Date(Date.UTC(2027, 0, 1 + (n % 360))).toISOString().slice(0, 10)
  return [`${day}T1${n % 9}:00`, `${day}T2${n % 3}:30`]
}

const clock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/London',
  dateStyle: 'short',
  timeStyle: 'short',
})
const inZone = (instant) => clock.format(instant).replace(' ', 'T')

/** The wall-clock time of a DTSTART, in UTC or in the zone. */
function wallClock(text) {
  const time = text.replace(/(....)(..)(..)T(..)(..)00/, '$1-$2-$3T$4:$5')
  return time.endsWith('Z') ? inZone(Date.parse(time)) : time
}

/** A time of an event in the form that the file has: in UTC or in the zone. */
function timeLine(text, name, time) {
  if (text.includes('BEGIN:VTIMEZONE')) return `${name}${inLondon(time)}`
  const asUtc = Date.parse(`${time}Z`)
  const instant = 2 * asUtc - Date.parse(`${inZone(asUtc)}Z`)
  return `${name}:${basicTime(new Date(instant).toISOString().slice(0, 16))}Z`
}

/**
 * What is edited on both sides, by the name of the collection. `fields` are compared: `here` reads one from a file, `there` from
 * the record of the API, and where it is null no field of the app holds it.
 */
export const twoWayKinds = {
  buds: {
    path: '/api/v1/buds',
    record: 'bud',
    extension: '.vcf',
    keyOf: (content) => readProperty(content, 'FN'),
    keyOfRecord: ({ Firstname, Surname }) => `${Firstname} ${Surname}`,
    fields: {
      note: { here: (text) => readProperty(text, 'NOTE'), there: ({ notes }) => notes },
      phone: { here: (text) => readProperty(text, 'TEL'), there: ({ phones }) => phones[0]?.value ?? '' },
      extra: { here: (text) => readProperty(text, 'X-OF-THE-PHONE'), there: null },
    },
    make(key, n) {
      const [given, surname] = key.split(' ')
      const value = {
        note: `from here, ${n}; "a"\nb`,
        phone: `+44 7700 ${900_000 + n}`,
        extra: `only here ${n}`,
      }
      const lines = [
        `NOTE:from here\\, ${n}\\; "a"\\nb`,
        `TEL;TYPE=CELL:${value.phone}`,
        `X-OF-THE-PHONE:${value.extra}`,
      ]
      return { value, content: cardOf({ uid: randomUUID(), given, surname, lines }) }
    },
    edits: {
      note: (text, n) => [replaceProperty(text, 'NOTE', `NOTE:edited here ${n}`), `edited here ${n}`],
      phone: (text, n) => [
        replaceProperty(text, 'TEL', `TEL;TYPE=CELL:+44 7701 ${100_000 + n}`),
        `+44 7701 ${100_000 + n}`,
      ],
      extra: (text, n) => [
        replaceProperty(text, 'X-OF-THE-PHONE', `X-OF-THE-PHONE:extra ${n}`),
        `extra ${n}`,
      ],
    },
    body(key, n) {
      const [Firstname, Surname] = key.split(' ')
      const value = { note: `from there ${n}`, phone: `+44 7702 ${100_000 + n}`, extra: '' }
      return {
        value,
        body: { Firstname, Surname, notes: value.note, phones: [{ label: '', value: value.phone }] },
      }
    },
    patches: {
      note: (n) => [{ notes: `edited there ${n}` }, `edited there ${n}`],
      phone: (n) => [
        { phones: [{ label: '', value: `+44 7703 ${100_000 + n}` }] },
        `+44 7703 ${100_000 + n}`,
      ],
    },
  },
  events: {
    path: '/api/v1/events',
    record: 'event',
    extension: '.ics',
    keyOf: (content) => readProperty(content, 'SUMMARY'),
    keyOfRecord: ({ Name }) => Name,
    fields: {
      note: { here: (text) => readProperty(text, 'DESCRIPTION'), there: ({ Description }) => Description },
      start: {
        here: (text) => wallClock(readProperty(text, 'DTSTART')),
        there: ({ startDate }) => startDate,
      },
      repeat: { here: (text) => readProperty(text, 'RRULE'), there: ({ repeat }) => repeat ?? '' },
      extra: { here: (text) => readProperty(text, 'X-OF-THE-PHONE'), there: null },
    },
    make(key, n) {
      const [start, end] = times(n)
      const repeat = n % 3 === 0 ? 'FREQ=WEEKLY;COUNT=5' : ''
      const value = { note: `from here ${n}`, start, repeat, extra: `only here ${n}` }
      const lines = [
        `DESCRIPTION:${value.note}`,
        `X-OF-THE-PHONE:${value.extra}`,
        ...(repeat ? [`RRULE:${repeat}`] : []),
      ]
      return { value, content: eventOf({ uid: randomUUID(), name: key, start, end, lines }) }
    },
    edits: {
      note: (text, n) => [
        replaceProperty(text, 'DESCRIPTION', `DESCRIPTION:edited here ${n}`),
        `edited here ${n}`,
      ],
      start(text, n) {
        const [start, end] = times(n)
        const moved = replaceProperty(text, 'DTSTART', timeLine(text, 'DTSTART', start))
        return [replaceProperty(moved, 'DTEND', timeLine(text, 'DTEND', end)), start]
      },
      extra: (text, n) => [
        replaceProperty(text, 'X-OF-THE-PHONE', `X-OF-THE-PHONE:extra ${n}`),
        `extra ${n}`,
      ],
    },
    body(key, n) {
      const [startDate, endDate] = times(n)
      const repeat = n % 3 === 0 ? 'FREQ=DAILY;COUNT=3' : ''
      const value = { note: `from there ${n}`, start: startDate, repeat, extra: '' }
      const body = {
        Name: key,
        Location: 'Bath',
        Eventtype: 'Social',
        startDate,
        endDate,
        Description: value.note,
      }
      return { value, body: { ...body, ...(repeat && { repeat }) } }
    },
    patches: {
      note: (n) => [{ Description: `edited there ${n}` }, `edited there ${n}`],
      start(n) {
        const [startDate, endDate] = times(n)
        return [{ startDate, endDate }, startDate]
      },
    },
  },
}
