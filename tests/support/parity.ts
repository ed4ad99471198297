import { and, eq } from 'drizzle-orm'
import { type BudInput, budInput } from '~/buds/bud-input.server'
import { db } from '~/db/db.server'
import { buds, circleBuds, eventBuds } from '~drizzle/schema'
import { createBud, signedIn } from './factories'
import { bud, circle, event, type records } from './records'

/** Every field of a bud, with values that are trimmed, skipped or dropped when they are stored. */
export const budAsJson = {
  Firstname: '  Grace ',
  Surname: 'Hopper',
  Nickname: ' Amazing Grace',
  Occupation: 'Rear admiral',
  Location: 'Arlington',
  OccupationLocation: 'New York',
  Budtype: 'Work',
  hobbies: ['Knitting', 'Reading', 'Conquest'],
  preferences: ['Tea'],
  industry: ['Engineering', 'Nonsense'],
  origination: ['Conferences'],
  LastInteraction: ' a nanosecond ago ',
  customFields: [
    { name: ' Ship ', value: ' Hopper ' },
    { name: '   ', value: 'skipped' },
    { name: 'Born', value: '' },
  ],
}

/** The same in form fields: lists as JSON in hidden fields, custom fields numbered from 0. */
export function budAsForm() {
  const { hobbies, preferences, industry, origination, customFields, ...text } = budAsJson
  const fields: Record<string, string> = { ...text }
  for (const [name, list] of Object.entries({ hobbies, preferences, industry, origination })) {
    fields[name] = JSON.stringify(list)
  }
  for (const [n, { name, value }] of customFields.entries()) {
    fields[`customField${n}Name`] = name
    fields[`customField${n}Value`] = value
  }
  return fields
}

export const storedBud: BudInput = {
  ...budInput.parse({ Firstname: 'Grace' }),
  ...budAsJson,
  Firstname: 'Grace',
  Nickname: 'Amazing Grace',
  Budtype: 'Work',
  hobbies: ['Knitting', 'Reading'],
  industry: ['Engineering'],
  LastInteraction: 'a nanosecond ago',
  customFields: [
    { name: 'Ship', value: 'Hopper' },
    { name: 'Born', value: '' },
  ],
}

export const storedMinimalBud = budInput.parse(bud.minimal)

const circleText = {
  Name: '  Book Club ',
  Shortname: ' BC',
  Description: 'Reads\nand eats ',
  Location: 'Bristol',
  Circletype: 'Friends',
} as const
const eventText = {
  Name: '  Dinner ',
  Description: ' At the\nharbour',
  Location: ' Bristol',
  Eventtype: 'Client',
  startDate: '2026-03-29T01:30',
  endDate: '2026-10-25T01:30',
} as const

/** The kinds of records with buds: a circle and an event as JSON, as form fields, and as they are stored. */
export const kindsWithBuds = [
  {
    ...circle,
    budsOf: circleBuds,
    asJson: {
      ...circleText,
      milestones: [
        { date: '2027-01-15', description: ' A year of it ' },
        { date: '', description: '  ' },
        { date: '2026-11-20', description: '' },
        { date: '', description: 'Somewhen' },
      ],
    },
    asForm: {
      ...circleText,
      milestoneIds: '2,3,7,8',
      'milestone-date-2': '2027-01-15',
      'milestone-description-2': ' A year of it ',
      'milestone-date-3': '',
      'milestone-description-3': '  ',
      'milestone-date-7': '2026-11-20',
      'milestone-description-7': '',
      'milestone-date-8': '',
      'milestone-description-8': 'Somewhen',
      'milestone-description-9': 'of a row that was removed',
    },
    stored: {
      ...circleText,
      Name: 'Book Club',
      Shortname: 'BC',
      Description: 'Reads\nand eats',
      milestones: [
        { id: 1, date: '2027-01-15', description: 'A year of it' },
        { id: 2, date: '2026-11-20', description: '' },
        { id: 3, date: '', description: 'Somewhen' },
      ],
    },
    storedMinimal: {
      Name: 'Book Club',
      Shortname: '',
      Description: '',
      Location: '',
      Circletype: 'Other',
      milestones: [],
    },
    refused: { fields: { Name: ' ', Location: 'Bath' }, msg: 'Name is required' },
    emptyLists: { milestones: [], selectedBuds: [] },
  },
  {
    ...event,
    budsOf: eventBuds,
    asJson: eventText,
    asForm: { ...eventText, returnTo: '/dashboard/allevents' },
    stored: { ...eventText, Name: 'Dinner', Description: 'At the\nharbour', Location: 'Bristol' },
    storedMinimal: { ...event.minimal, Description: '' },
    refused: {
      fields: { ...event.minimal, Location: ' ' },
      msg: 'Please provide all required fields (Name, Location, and Event type)',
    },
    emptyLists: { selectedBuds: [] },
  },
] as const

type KindWithBuds = (typeof kindsWithBuds)[number]

/** The rows of an owner, without ids, times and versions. */
export async function rowsOf(table: (typeof records)[number]['table'], { _id }: { _id: string }) {
  const rows = await db.select().from(table).where(eq(table.ownerId, _id))
  return rows.map(({ _id, ownerId, createdAt, nameKey, searchText, version, ...rest }) => rest)
}

/** The rows of an owner's circles or events with the first names of their buds, without ids, times and versions. */
export async function rowsWithBuds({ table, budsOf }: KindWithBuds, { _id: ownerId }: { _id: string }) {
  const rows = await db.select().from(table).where(eq(table.ownerId, ownerId))
  return Promise.all(
    rows.map(async ({ _id, ownerId, createdAt, nameKey, searchText, version, ...row }) => {
      const names = await db
        .select({ name: buds.Firstname })
        .from(budsOf)
        .innerJoin(buds, and(eq(buds.ownerId, budsOf.ownerId), eq(buds._id, budsOf.budId)))
        .where(and(eq(budsOf.ownerId, ownerId), eq(budsOf.recordId, _id)))
      return { ...row, buds: names.map(({ name }) => name).toSorted() }
    }),
  )
}

/** Creates a user with the ids of two buds to select, and a third bud. */
export async function withBuds() {
  const user = await signedIn()
  const grace = await createBud(user.user, { Firstname: 'Grace' })
  const ada = await createBud(user.user, { Firstname: 'Ada' })
  return { user, chosen: [grace._id, ada._id], other: await createBud(user.user) }
}
