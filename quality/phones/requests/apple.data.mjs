/** What iOS and macOS ask for. Names have the prefixes of `replays.mjs`; `needs` is what they cannot do without. */
const start = ['d:current-user-principal', 'd:principal-URL', 'd:resourcetype']
const calendars = [
  'd:add-member',
  'cs:allowed-sharing-modes',
  'ical:autoprovisioned',
  'me:bulk-requests',
  'cal:calendar-alarm',
  'ical:calendar-color',
  'cal:calendar-description',
  'cal:calendar-free-busy-set',
  'ical:calendar-order',
  'cal:calendar-timezone',
  'd:current-user-privilege-set',
  'cal:default-alarm-vevent-date',
  'cal:default-alarm-vevent-datetime',
  'd:displayname',
  'cs:getctag',
  'cs:invite',
  'ical:language-code',
  'ical:location-code',
  'cal:max-attendees-per-instance',
  'd:owner',
  'cs:pre-publish-url',
  'cs:publish-url',
  'cs:push-transports',
  'cs:pushkey',
  'd:quota-available-bytes',
  'd:quota-used-bytes',
  'ical:refreshrate',
  'd:resource-id',
  'd:resourcetype',
  'cal:schedule-calendar-transp',
  'cal:schedule-default-calendar-URL',
  'cs:source',
  'cs:subscribed-strip-alarms',
  'cs:subscribed-strip-attachments',
  'cs:subscribed-strip-todos',
  'cal:supported-calendar-component-set',
  'cal:supported-calendar-component-sets',
  'd:supported-report-set',
  'd:sync-token',
]
const books = [
  'd:add-member',
  'me:bulk-requests',
  'd:current-user-privilege-set',
  'd:displayname',
  'cs:guardian-restricted',
  'card:max-image-size',
  'card:max-resource-size',
  'cs:me-card',
  'd:owner',
  'cs:push-transports',
  'cs:pushkey',
  'd:quota-available-bytes',
  'd:quota-used-bytes',
  'd:resource-id',
  'd:resourcetype',
  'd:supported-report-set',
  'd:sync-token',
]
const principal = [
  'd:displayname',
  'cs:email-address-set',
  'd:principal-collection-set',
  'd:principal-URL',
  'd:resource-id',
  'd:supported-report-set',
]
const calendarPrincipal = [
  'cal:calendar-home-set',
  'cal:calendar-user-address-set',
  'd:current-user-principal',
  'cs:dropbox-home-URL',
  'cs:notification-URL',
  'cal:schedule-inbox-URL',
  'cal:schedule-outbox-URL',
]
const collectionNeeds = [
  'd:resourcetype',
  'd:displayname',
  'd:current-user-privilege-set',
  'd:supported-report-set',
  'd:sync-token',
]

const phoneCard = (uid) => `BEGIN:VCARD
VERSION:3.0
PRODID:-//Apple Inc.//iPhone OS 18.1.1//EN
N:Appleseed;Johnny;;;
FN:Johnny Appleseed
ORG:Orchard;
EMAIL;type=INTERNET;type=HOME;type=pref:johnny@example.org
TEL;type=CELL;type=VOICE;type=pref:+44 7700 900456
item1.ADR;type=HOME;type=pref:;;3 Mill Lane;Bath;;BA1 2XY;United Kingdom
item1.X-ABADR:gb
item2.X-ABDATE;type=pref:2019-06-01
item2.X-ABLabel:_$!<Anniversary>!$_
BDAY;value=date;X-APPLE-OMIT-YEAR=1604:1604-05-03
X-SOCIALPROFILE;type=twitter;x-user=johnny:https://example.org/johnny
REV:2026-11-20T12:00:00Z
UID:${uid}
END:VCARD
`
const phoneEvent = (uid) => `BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Apple Inc.//iPhone OS 18.1.1//EN
CALSCALE:GREGORIAN
BEGIN:VTIMEZONE
TZID:Europe/London
BEGIN:DAYLIGHT
TZOFFSETFROM:+0000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
DTSTART:19810329T010000
TZNAME:BST
TZOFFSETTO:+0100
END:DAYLIGHT
BEGIN:STANDARD
TZOFFSETFROM:+0100
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
DTSTART:19961027T020000
TZNAME:GMT
TZOFFSETTO:+0000
END:STANDARD
END:VTIMEZONE
BEGIN:VEVENT
CREATED:20261120T120000Z
UID:${uid}
DTEND;TZID=Europe/London:20270504T200000
TRANSP:OPAQUE
X-APPLE-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC
SUMMARY:Choir
DTSTART;TZID=Europe/London:20270504T183000
DTSTAMP:20261120T120001Z
SEQUENCE:0
BEGIN:VALARM
X-WR-ALARMUID:9E1F0A52-0000-4000-8000-000000000001
UID:9E1F0A52-0000-4000-8000-000000000001
TRIGGER:-PT15M
DESCRIPTION:Reminder
ACTION:DISPLAY
END:VALARM
END:VEVENT
END:VCALENDAR
`

const agents = {
  ios: 'iOS/18.1.1 (22B91) dataaccessd/1.0',
  calendar: 'macOS/12.2.1 (21D62) CalendarAgent/961',
  contacts: 'macOS/12.2.1 (21D62) AddressBookCore/2487.4.1',
}
const minimal = { Brief: 't', Prefer: 'return=minimal' }
const apple = (name, agent, steps) => ({
  name,
  style: 'prefixes',
  headers: { 'User-Agent': agent, Accept: '*/*', ...minimal },
  steps,
})

const calendarSteps = (uid) => [
  {
    does: 'starts',
    method: 'PROPFIND',
    at: '/.well-known/caldav',
    depth: '0',
    properties: start,
    status: 301,
  },
  {
    does: 'asks who it is',
    method: 'PROPFIND',
    at: 'root',
    depth: '0',
    properties: start,
    needs: ['d:current-user-principal', 'd:resourcetype'],
  },
  {
    does: 'asks what the server can do',
    method: 'OPTIONS',
    at: 'principal',
    status: 200,
    dav: 'calendar-access',
  },
  {
    does: 'asks for its calendars',
    method: 'PROPFIND',
    at: 'principal',
    depth: '0',
    properties: [...principal, ...calendarPrincipal],
    needs: ['cal:calendar-home-set', 'd:displayname', 'd:current-user-principal', 'd:principal-URL'],
  },
  {
    does: 'lists calendars',
    method: 'PROPFIND',
    at: 'calendars',
    depth: '1',
    properties: calendars,
    of: 'events',
    needs: [...collectionNeeds, 'cs:getctag', 'cal:supported-calendar-component-set'],
  },
  {
    does: 'sets the order and alarms of a calendar',
    method: 'PROPPATCH',
    at: 'events',
    set: { 'ical:calendar-order': '2', 'cal:default-alarm-vevent-date': '' },
    status: 207,
  },
  {
    does: 'looks whether it has changed',
    method: 'PROPFIND',
    at: 'events',
    depth: '0',
    properties: ['cs:getctag', 'd:sync-token'],
    needs: ['cs:getctag', 'd:sync-token'],
  },
  {
    does: 'syncs for the first time',
    method: 'REPORT',
    at: 'events',
    depth: '1',
    report: 'sync-collection',
    properties: ['d:getcontenttype', 'd:getetag'],
    lists: 'event',
  },
  {
    does: 'asks for what is later',
    method: 'REPORT',
    at: 'events',
    depth: '1',
    report: 'calendar-query',
    properties: ['d:getetag', 'd:getcontenttype'],
    from: '20270101T000000Z',
    lists: 'event',
  },
  {
    does: 'fetches events',
    method: 'REPORT',
    at: 'events',
    depth: '1',
    report: 'calendar-multiget',
    properties: ['d:getetag', 'cal:calendar-data', 'cal:schedule-tag', 'cs:created-by', 'cs:updated-by'],
    of: 'event',
    needs: ['d:getetag', 'cal:calendar-data'],
  },
  {
    does: 'adds an event',
    method: 'PUT',
    at: 'events',
    file: `${uid}.ics`,
    type: 'text/calendar',
    content: phoneEvent(uid),
    headers: { 'If-None-Match': '*' },
    status: 201,
  },
  {
    does: 'changes it',
    method: 'PUT',
    at: 'events',
    file: `${uid}.ics`,
    type: 'text/calendar',
    content: phoneEvent(uid).replace('Choir', 'Choir practice'),
    matches: true,
    status: 204,
  },
  {
    does: 'lists birthdays',
    method: 'REPORT',
    at: 'dates',
    depth: '1',
    report: 'sync-collection',
    properties: ['d:getcontenttype', 'd:getetag'],
    lists: 'date',
  },
]
const contactSteps = (uid) => [
  {
    does: 'starts',
    method: 'PROPFIND',
    at: '/.well-known/carddav',
    depth: '0',
    properties: start,
    status: 301,
  },
  {
    does: 'asks what the server can do',
    method: 'OPTIONS',
    at: 'principal',
    status: 200,
    dav: 'addressbook',
  },
  {
    does: 'asks for its address books',
    method: 'PROPFIND',
    at: 'principal',
    depth: '0',
    properties: [...principal, 'card:addressbook-home-set', 'card:directory-gateway'],
    needs: ['card:addressbook-home-set', 'd:displayname', 'd:principal-URL'],
  },
  {
    does: 'lists address books',
    method: 'PROPFIND',
    at: 'books',
    depth: '1',
    properties: books,
    of: 'buds',
    needs: collectionNeeds,
  },
  {
    does: 'looks whether it has changed',
    method: 'PROPFIND',
    at: 'buds',
    depth: '0',
    properties: ['cs:getctag', 'd:sync-token'],
    needs: ['cs:getctag', 'd:sync-token'],
  },
  {
    does: 'lists cards',
    method: 'PROPFIND',
    at: 'buds',
    depth: '1',
    properties: ['d:getetag'],
    of: 'card',
    needs: ['d:getetag'],
  },
  {
    does: 'syncs for the first time',
    method: 'REPORT',
    at: 'buds',
    depth: '1',
    report: 'sync-collection',
    properties: ['d:getetag'],
    lists: 'card',
  },
  {
    does: 'fetches cards',
    method: 'REPORT',
    at: 'buds',
    depth: '1',
    report: 'addressbook-multiget',
    properties: ['d:getetag', 'card:address-data'],
    of: 'card',
    needs: ['d:getetag', 'card:address-data'],
  },
  {
    does: 'adds a card',
    method: 'PUT',
    at: 'buds',
    file: `${uid}.vcf`,
    type: 'text/vcard; charset=utf-8',
    content: phoneCard(uid),
    headers: { 'If-None-Match': '*' },
    status: 201,
  },
  {
    does: 'adds it again',
    method: 'PUT',
    at: 'buds',
    file: `${uid}.vcf`,
    type: 'text/vcard; charset=utf-8',
    content: phoneCard(uid),
    headers: { 'If-None-Match': '*' },
    status: 412,
  },
  {
    does: 'changes it',
    method: 'PUT',
    at: 'buds',
    file: `${uid}.vcf`,
    type: 'text/vcard; charset=utf-8',
    content: phoneCard(uid).replace('Orchard', 'Press'),
    matches: true,
    status: 204,
  },
  {
    does: 'makes a group',
    method: 'PUT',
    at: 'buds',
    file: `${uid}-group.vcf`,
    type: 'text/vcard; charset=utf-8',
    content: group(uid),
    headers: { 'If-None-Match': '*' },
    status: 201,
  },
  { does: 'deletes the card', method: 'DELETE', at: 'buds', file: `${uid}.vcf`, matches: true, status: 204 },
]
const group = (uid) => `BEGIN:VCARD
VERSION:3.0
PRODID:-//Apple Inc.//AddressBook 2487//EN
N:Orchard friends
FN:Orchard friends
X-ADDRESSBOOKSERVER-KIND:group
X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:${uid}
REV:2026-11-20T12:00:00Z
UID:${uid}-group
END:VCARD
`

export const appleRequests = [
  apple('iOS, calendar', agents.ios, calendarSteps('5E6C3C07-0000-4000-8000-00000000000A')),
  apple('iOS, contacts', agents.ios, contactSteps('5E6C3C07-0000-4000-8000-00000000000B')),
  apple('macOS, calendar', agents.calendar, calendarSteps('5E6C3C07-0000-4000-8000-00000000000C')),
  apple('macOS, contacts', agents.contacts, contactSteps('5E6C3C07-0000-4000-8000-00000000000D')),
]
