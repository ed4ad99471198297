import { buds, circles, events } from '~drizzle/schema'
import { createBud, createCircle, createEvent } from './factories'

type Create = (owner: { _id: string }, fields?: object) => Promise<{ _id: string; createdAt: Date }>

/**
 * A text of few characters and many bytes, for tests of the limit of 1,600 bytes of a search text: normalization turns
 * U+0958 into two characters of 3 bytes each.
 */
const long = (characters: number) => '\u0958'.repeat(characters)

/** The kinds of records that a user owns, for tests that run for each kind. */
export const bud = {
  noun: 'Bud',
  /** Properties of a response of the API: `one` has a single record, `many` a list. */
  one: 'bud',
  many: 'buds',
  api: '/api/v1/buds',
  list: '/dashboard',
  /** Target of the redirect after the form is saved. */
  saved: '/dashboard',
  add: '/dashboard/AddBud',
  edit: '/dashboard/EditBud',
  remove: '/dashboard/DeleteBud',
  name: 'Firstname',
  /** The name of a text field that the search covers and the card shows. */
  text: 'Location',
  /** A second optional field, with a sample value. */
  optional: { Surname: 'Mine' },
  /** Searched texts that together are too long for an index entry. */
  long: { Nickname: long(100), Location: long(100), Occupation: long(100) },
  /** Whether the user chooses buds for the record. */
  hasBuds: false,
  type: 'Budtype',
  types: ['Friend', 'Family', 'Work', 'Client', 'Other'],
  sorts: ['newestFirst', 'oldestFirst', 'A-Z', 'Z-A', 'budType'],
  /** The required fields. */
  minimal: { Firstname: 'Grace' },
  table: buds,
  create: createBud as Create,
} as const

export const circle = {
  noun: 'Circle',
  one: 'circle',
  many: 'circles',
  api: '/api/v1/circles',
  list: '/dashboard/AllCircles',
  saved: '/dashboard/allcircles',
  add: '/dashboard/AddCircle',
  edit: '/dashboard/EditCircle',
  remove: '/dashboard/DeleteCircle',
  name: 'Name',
  text: 'Location',
  optional: { Description: 'Mine' },
  long: { Description: long(300) },
  hasBuds: true,
  type: 'Circletype',
  types: ['Friends', 'Family', 'Work', 'Clients', 'Other'],
  sorts: ['newestFirst', 'oldestFirst', 'A-Z', 'Z-A', 'circleType'],
  minimal: { Name: 'Book Club' },
  table: circles,
  create: createCircle as Create,
} as const

export const event = {
  noun: 'Event',
  one: 'event',
  many: 'events',
  api: '/api/v1/events',
  list: '/dashboard/AllEvents',
  saved: '/dashboard/allevents',
  add: '/dashboard/AddEvent',
  edit: '/dashboard/EditEvent',
  remove: '/dashboard/DeleteEvent',
  name: 'Name',
  text: 'Location',
  optional: { Description: 'Mine' },
  long: { Description: long(300) },
  hasBuds: true,
  type: 'Eventtype',
  types: ['Social', 'Client', 'Colleagues', 'Other'],
  sorts: ['newestFirst', 'oldestFirst', 'A-Z', 'Z-A', 'eventType', 'soonestFirst', 'latestFirst'],
  minimal: {
    Name: 'Dinner',
    Location: 'Bristol',
    Eventtype: 'Social',
    startDate: '2126-11-20T19:00',
    endDate: '2126-11-20T23:00',
  },
  table: events,
  /** To come, so that the list shows it at first. */
  create: ((owner, fields) => createEvent(owner, { startDate: '2126-11-20T19:00', ...fields })) as Create,
} as const

export const records = [bud, circle, event]

/** Columns of records that no input sets. */
const generatedColumns = [
  'ownerId',
  '_id',
  'createdAt',
  'version',
  'photo',
  'snoozedUntil',
  'archivedAt',
  'nameKey',
  'searchText',
  'longSearchText',
  'facets',
  'tagText',
  'longTagText',
  'series',
  'occurrence',
  'repeatUntil',
  'nextStart',
  'lastEnd',
  'settleAt',
  'endsAt',
  'listStart',
]

/** The columns of a row that an input can set. */
export const inputsOf = (row: object) =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !generatedColumns.includes(column)))

/** Returns the list unchanged. Throws if it lacks a kind of record, so that a new kind is not forgotten. */
export function forAllKinds<T extends readonly ({ one: string } | { kind: { one: string } })[]>(list: T): T {
  const listed = list.map((entry) => ('kind' in entry ? entry.kind.one : entry.one))
  const missing = records.filter(({ one }) => !listed.includes(one)).map(({ one }) => one)
  if (missing.length > 0) throw new Error(`The list of kinds has no ${missing.join(', ')}`)
  return list
}
