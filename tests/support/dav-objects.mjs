/** The lines of a vCard or calendar without their folds. */
export const unfold = (text) =>
  text
    .replace(/\r?\n[ \t]/g, '')
    .split(/\r?\n/)
    .filter(Boolean)

/** What programs write about themselves and about the file. */
const own =
  /^(PRODID|REV|VERSION|DTSTAMP|CREATED|LAST-MODIFIED|SEQUENCE|METHOD|CALSCALE|X-BUDKEEPER-[^:;]*)[:;]/

/**
 * The properties of an object, each with the components that it is in, sorted. Two objects with the same properties are
 * the same. Time zones are left out: a TZID names them.
 */
export function propertiesOf(text) {
  const path = []
  const found = []
  for (const line of unfold(text)) {
    if (/^BEGIN:/i.test(line)) path.push(line.slice(6).toUpperCase())
    else if (/^END:/i.test(line)) path.pop()
    else if (!path.includes('VTIMEZONE') && !own.test(line)) found.push(`${path.join('.')} ${line}`)
  }
  return found.sort()
}

/** The text of the first property of this name, or ''. */
export function readProperty(text, name) {
  const line =
    unfold(withoutParts(text)).find((line) => new RegExp(`^(\\w+\\.)?(?:${name})[;:]`, 'i').test(line)) ?? ''
  return line
    .slice(line.indexOf(':') + 1)
    .replace(/\\n/gi, '\n')
    .replace(/\\([,;\\])/g, '$1')
}

const withoutParts = (text) => text.replace(/BEGIN:(VTIMEZONE|VALARM)[\s\S]*?END:\1\r?\n/g, '')

/** The object with another property of this name. An empty line removes it. */
export function replaceProperty(text, name, line) {
  const component = text.startsWith('BEGIN:VCARD') ? 'VCARD' : 'VEVENT'
  const lines = unfold(text)
  const start = lines.indexOf(`BEGIN:${component}`)
  const isOther = (other, n) => n < start || !new RegExp(`^${name}[;:]`, 'i').test(other)
  const kept = lines.filter(isOther)
  if (line) kept.splice(kept.indexOf(`END:${component}`), 0, line)
  return `${kept.join('\r\n')}\r\n`
}

export const cardOf = ({ uid, given, surname, lines = [] }) =>
  [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `UID:${uid}`,
    `N:${surname};${given};;;`,
    `FN:${given} ${surname}`,
    ...lines,
    'END:VCARD',
    '',
  ].join('\r\n')

const london = `BEGIN:VTIMEZONE
TZID:Europe/London
BEGIN:DAYLIGHT
DTSTART:19810329T010000
TZNAME:BST
TZOFFSETFROM:+0000
TZOFFSETTO:+0100
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
END:DAYLIGHT
BEGIN:STANDARD
DTSTART:19961027T020000
TZNAME:GMT
TZOFFSETFROM:+0100
TZOFFSETTO:+0000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
END:STANDARD
END:VTIMEZONE`

export const inLondon = (time) => `;TZID=Europe/London:${basicTime(time)}`
/** `20270501T190000` of `2027-05-01T19:00`. */
export const basicTime = (time) => `${time.replace(/[-:]/g, '')}00`

/** A calendar with one event, and with the components of `more` after it. */
export const eventOf = ({ uid, name, start, end, lines = [], more = [] }) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Budkeeper//Test//EN',
    ...london.split('\n'),
    'BEGIN:VEVENT',
    `UID:${uid}`,
    'DTSTAMP:20261101T120000Z',
    `SUMMARY:${name}`,
    `DTSTART${inLondon(start)}`,
    `DTEND${inLondon(end)}`,
    ...lines,
    'END:VEVENT',
    ...more,
    'END:VCALENDAR',
    '',
  ].join('\r\n')
