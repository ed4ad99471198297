import { randomUUID } from 'node:crypto'

/** What DAVx5 and Thunderbird ask for. Names have the prefixes of `replays.mjs`. */
const privileges = ['d:resourcetype', 'd:displayname', 'd:current-user-privilege-set']
const push = ['push:transports', 'push:topic', 'push:supported-triggers']
const bookNeeds = privileges
const calendarNeeds = [...privileges, 'cal:supported-calendar-component-set']

const card = (uid) => `BEGIN:VCARD
VERSION:4.0
PRODID:+//IDN bitfire.at//DAVx5/4.4.4-ose ez-vcard/0.12.1
UID:${uid}
FN:Dee Oak
N:Oak;Dee;;;
TEL;TYPE=cell:+44 7700 900789
EMAIL;TYPE=home:dee@example.org
BDAY:--0503
CATEGORIES:Neighbours
NOTE:By the gate
REV:20261120T120000Z
END:VCARD
`
const wholeDay = (uid) => `BEGIN:VCALENDAR
VERSION:2.0
PRODID:DAVx5/4.4.4-ose ical4j/3.2.19
BEGIN:VEVENT
DTSTAMP:20261120T120000Z
UID:${uid}
SUMMARY:Fair
DTSTART;VALUE=DATE:20270612
DTEND;VALUE=DATE:20270614
STATUS:CONFIRMED
BEGIN:VALARM
TRIGGER:-PT1440M
ACTION:DISPLAY
DESCRIPTION:Fair
END:VALARM
END:VEVENT
END:VCALENDAR
`
const [contact, event] = [randomUUID(), randomUUID()]
const types = { card: 'text/vcard; version=4.0; charset=utf-8', event: 'text/calendar; charset=utf-8' }

const davx5 = [
  {
    does: 'asks what an address is',
    method: 'PROPFIND',
    at: '/.well-known/carddav',
    depth: '0',
    properties: [
      'd:resourcetype',
      'd:displayname',
      'card:addressbook-description',
      'card:addressbook-home-set',
      'd:current-user-principal',
    ],
    status: 301,
  },
  {
    does: 'asks who it is',
    method: 'PROPFIND',
    at: 'root',
    depth: '0',
    properties: [
      'd:resourcetype',
      'd:displayname',
      'card:addressbook-home-set',
      'cal:calendar-home-set',
      'd:current-user-principal',
    ],
    needs: ['d:current-user-principal'],
  },
  {
    does: 'asks what the server can do',
    method: 'OPTIONS',
    at: 'principal',
    status: 200,
    dav: 'addressbook',
  },
  {
    does: 'asks for its homes',
    method: 'PROPFIND',
    at: 'principal',
    depth: '0',
    properties: [
      'd:displayname',
      'd:resourcetype',
      'card:addressbook-home-set',
      'cal:calendar-home-set',
      'cal:calendar-user-address-set',
      'cs:calendar-proxy-read-for',
      'cs:calendar-proxy-write-for',
      'd:group-membership',
    ],
    needs: ['card:addressbook-home-set', 'cal:calendar-home-set'],
  },
  {
    does: 'lists address books',
    method: 'PROPFIND',
    at: 'books',
    depth: '1',
    properties: [...privileges, 'd:owner', 'card:addressbook-description', ...push],
    of: 'buds',
    needs: bookNeeds,
  },
  {
    does: 'lists calendars',
    method: 'PROPFIND',
    at: 'calendars',
    depth: '1',
    properties: [
      ...privileges,
      'd:owner',
      'cal:calendar-description',
      'ical:calendar-color',
      'cal:calendar-timezone',
      'cal:calendar-timezone-id',
      'cal:supported-calendar-component-set',
      'cs:source',
      ...push,
    ],
    of: 'dates',
    needs: calendarNeeds,
  },
  {
    does: 'asks what the address book can do',
    method: 'PROPFIND',
    at: 'buds',
    depth: '0',
    properties: [
      'card:max-resource-size',
      'card:supported-address-data',
      'd:supported-report-set',
      'cs:getctag',
      'd:sync-token',
    ],
    needs: ['card:supported-address-data', 'd:supported-report-set', 'd:sync-token'],
  },
  {
    does: 'syncs contacts',
    method: 'REPORT',
    at: 'buds',
    depth: '0',
    report: 'sync-collection',
    properties: ['d:getetag'],
    lists: 'card',
  },
  {
    does: 'fetches contacts as vCard 4.0',
    method: 'REPORT',
    at: 'buds',
    depth: '0',
    report: 'addressbook-multiget',
    properties: ['d:getcontenttype', 'd:getetag', 'card:address-data'],
    version: '4.0',
    of: 'card',
    needs: ['d:getcontenttype', 'd:getetag', 'card:address-data'],
    contains: 'VERSION:4.0',
  },
  {
    does: 'asks what the calendar can do',
    method: 'PROPFIND',
    at: 'events',
    depth: '0',
    properties: ['cal:max-resource-size', 'd:supported-report-set', 'cs:getctag', 'd:sync-token'],
    needs: ['d:supported-report-set', 'd:sync-token'],
  },
  {
    does: 'lists events of 90 days and later',
    method: 'REPORT',
    at: 'events',
    depth: '1',
    report: 'calendar-query',
    properties: ['d:getetag'],
    from: '20260829T120000Z',
    lists: 'event',
  },
  {
    does: 'fetches events',
    method: 'REPORT',
    at: 'events',
    depth: '0',
    report: 'calendar-multiget',
    properties: ['d:getcontenttype', 'd:getetag', 'cal:schedule-tag', 'cal:calendar-data'],
    of: 'event',
    needs: ['d:getcontenttype', 'd:getetag', 'cal:calendar-data'],
  },
  {
    does: 'adds a contact',
    method: 'PUT',
    at: 'buds',
    file: `${contact}.vcf`,
    type: types.card,
    content: card(contact),
    headers: { 'If-None-Match': '*' },
    status: 201,
  },
  {
    does: 'changes it',
    method: 'PUT',
    at: 'buds',
    file: `${contact}.vcf`,
    type: types.card,
    content: card(contact).replace('By the gate', 'Moved'),
    matches: true,
    status: 204,
  },
  {
    does: 'adds whole days',
    method: 'PUT',
    at: 'events',
    file: `${event}.ics`,
    type: types.event,
    content: wholeDay(event),
    headers: { 'If-None-Match': '*' },
    status: 201,
  },
  { does: 'deletes them', method: 'DELETE', at: 'events', file: `${event}.ics`, matches: true, status: 204 },
  { does: 'deletes them again', method: 'DELETE', at: 'events', file: `${event}.ics`, status: 404 },
]

const thunderbird = [
  {
    does: 'starts',
    method: 'PROPFIND',
    at: '/.well-known/caldav',
    depth: '0',
    properties: ['d:current-user-principal'],
    status: 301,
  },
  {
    does: 'asks what an address is',
    method: 'PROPFIND',
    at: 'root',
    depth: '0',
    properties: [
      'd:resourcetype',
      'd:owner',
      'd:displayname',
      'd:current-user-principal',
      'd:current-user-privilege-set',
      'ical:calendar-color',
      'cal:calendar-home-set',
    ],
    needs: ['d:resourcetype', 'd:current-user-principal'],
  },
  {
    does: 'asks for its calendars',
    method: 'PROPFIND',
    at: 'principal',
    depth: '0',
    properties: [
      'cal:calendar-home-set',
      'cal:calendar-user-address-set',
      'cal:schedule-inbox-URL',
      'cal:schedule-outbox-URL',
    ],
    needs: ['cal:calendar-home-set'],
  },
  {
    does: 'lists calendars',
    method: 'PROPFIND',
    at: 'calendars',
    depth: '1',
    properties: [...privileges, 'ical:calendar-color', 'cal:supported-calendar-component-set'],
    of: 'events',
    needs: calendarNeeds,
  },
  {
    does: 'asks what the calendar can do',
    method: 'PROPFIND',
    at: 'events',
    depth: '0',
    properties: [
      'd:resourcetype',
      'd:owner',
      'd:current-user-principal',
      'd:current-user-privilege-set',
      'd:supported-report-set',
      'cal:supported-calendar-component-set',
      'cs:getctag',
    ],
    needs: ['d:resourcetype', 'd:current-user-privilege-set', 'd:supported-report-set', 'cs:getctag'],
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
    does: 'fetches events',
    method: 'REPORT',
    at: 'events',
    depth: '1',
    report: 'calendar-multiget',
    properties: ['d:getetag', 'cal:calendar-data'],
    of: 'event',
    needs: ['d:getetag', 'cal:calendar-data'],
  },
  {
    does: 'finds address books',
    method: 'PROPFIND',
    at: 'books',
    depth: '1',
    properties: privileges,
    of: 'buds',
    needs: bookNeeds,
  },
  {
    does: 'syncs cards',
    method: 'REPORT',
    at: 'buds',
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
]

export const otherRequests = [
  {
    name: 'DAVx5',
    style: 'default',
    headers: { 'User-Agent': 'DAVx5/4.4.4-ose (dav4jvm; okhttp/4.12.0) Android/14' },
    steps: davx5,
  },
  {
    name: 'Thunderbird',
    style: 'prefixes',
    headers: {
      'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Thunderbird/128.5.0',
      Prefer: 'return=minimal',
    },
    steps: thunderbird,
  },
]
