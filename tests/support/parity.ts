import { and, eq, getTableColumns } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { db } from '~/base/db/db.server'
import { budInput } from '~/people/buds/bud-input.server'
import { buds, circleBuds, eventBuds } from '~drizzle/schema'
import { bud, circle, event, forAllKinds, inputsOf } from './records'

/** Every field of a bud. Some values are trimmed when they are stored, and some are not stored. */
const budAsJson = {
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
  LastInteraction: ' a nanosecond\nago ',
  cadenceDays: 14,
  emails: [{ label: 'navy', value: ' grace@navy.example ' }, { value: '  ' }],
  phones: [{ value: '+1 (703) 555-0100' }],
  addresses: [
    {
      label: 'home',
      street: ' 1 Main St\nFlat 2',
      city: 'Arlington',
      region: 'VA',
      postcode: '22201',
      country: 'USA',
    },
  ],
  links: [
    { label: '', value: 'navy.example/grace' },
    { label: 'a', value: 'http://navy.example:80/' },
  ],
  dates: [
    { label: '', year: 1906, month: 12, day: 9 },
    { label: 'Leap', year: null, month: 2, day: 29 },
  ],
  notes: ' Carried a\nnanosecond of wire ',
  customFields: [
    { name: ' Ship ', value: ' Hopper ' },
    { name: '   ', value: 'skipped' },
    { name: 'Born', value: '' },
  ],
  tags: [' Navy', 'Compilers', 'navy'],
} as const

/** The same in form fields: lists as JSON in hidden fields, custom fields numbered from 0. */
function budAsForm() {
  const { hobbies, preferences, industry, origination, customFields, tags, ...others } = budAsJson
  const { emails, phones, addresses, links, dates, cadenceDays, ...text } = others
  const fields: Record<string, string> = {
    ...text,
    cadenceDays: ` ${cadenceDays} `,
    tags: tags.join(','),
    LastInteraction: ' a nanosecond\r\nago ',
    notes: ' Carried a\r\nnanosecond of wire ',
  }
  for (const [name, rows] of Object.entries({
    email: emails,
    phone: phones,
    address: addresses,
    link: links,
    date: dates,
  })) {
    for (const [n, row] of rows.entries()) {
      for (const [part, value] of Object.entries(row))
        fields[`${name}${n}${part.charAt(0).toUpperCase()}${part.slice(1)}`] = String(value ?? '')
    }
  }
  for (const [name, list] of Object.entries({ hobbies, preferences, industry, origination })) {
    fields[name] = JSON.stringify(list)
  }
  for (const [n, { name, value }] of customFields.entries()) {
    fields[`customField${n}Name`] = name
    fields[`customField${n}Value`] = value
  }
  return fields
}

const circleText = {
  Name: '  Book Club ',
  Shortname: ' BC',
  Description: 'Reads\n\nand eats ',
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

/**
 * The kinds of records with buds: a circle and an event as JSON, as form fields, and as they are stored. Browsers end the
 * lines of a form with CR and LF.
 */
export const kindsWithBuds = [
  {
    ...circle,
    budsOf: circleBuds,
    asJson: {
      ...circleText,
      cadenceDays: 30,
      milestones: [
        { date: '2027-01-15', description: ' A year of it ' },
        { date: '', description: '  ' },
        { date: '2026-11-20', description: '' },
        { date: '', description: 'Somewhen' },
      ],
    },
    asForm: {
      ...circleText,
      cadenceDays: '30',
      Description: 'Reads\r\n\r\nand eats ',
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
      cadenceDays: 30,
      Name: 'Book Club',
      Shortname: 'BC',
      Description: 'Reads\n\nand eats',
      milestones: [
        { id: 1, date: '2027-01-15', description: 'A year of it' },
        { id: 2, date: '2026-11-20', description: '' },
        { id: 3, date: '', description: 'Somewhen' },
      ],
    },
    storedMinimal: {
      cadenceDays: null,
      Name: 'Book Club',
      Shortname: '',
      Description: '',
      Location: '',
      Circletype: 'Other',
      milestones: [],
    },
    invalid: { fields: { Name: ' ', Location: 'Bath' }, msg: 'Name is required' },
  },
  {
    ...event,
    budsOf: eventBuds,
    asJson: { ...eventText, repeat: 'freq=weekly;count=5', skipped: [] },
    asForm: {
      ...eventText,
      Description: ' At the\r\nharbour',
      repeat: 'WEEKLY',
      times: '5',
      lastDay: '',
      returnTo: '/dashboard/allevents',
    },
    stored: {
      ...eventText,
      Name: 'Dinner',
      Description: 'At the\nharbour',
      Location: 'Bristol',
      repeat: 'FREQ=WEEKLY;COUNT=5',
      skipped: [] as string[],
    },
    storedMinimal: { ...event.minimal, Description: '', repeat: null, skipped: [] as string[] },
    invalid: {
      fields: { ...event.minimal, Location: ' ' },
      msg: 'Please provide all required fields (Name, Location, and Event type)',
    },
  },
] as const

const budKind = {
  ...bud,
  budsOf: undefined,
  asJson: budAsJson,
  asForm: budAsForm(),
  stored: {
    ...budAsJson,
    Firstname: 'Grace',
    Nickname: 'Amazing Grace',
    hobbies: ['Knitting', 'Reading'],
    industry: ['Engineering'],
    LastInteraction: 'a nanosecond\nago',
    emails: [{ label: 'navy', value: 'grace@navy.example' }],
    phones: [{ label: '', value: '+1 (703) 555-0100' }],
    addresses: [
      {
        label: 'home',
        street: '1 Main St\nFlat 2',
        city: 'Arlington',
        region: 'VA',
        postcode: '22201',
        country: 'USA',
      },
    ],
    links: [
      { label: '', value: 'https://navy.example/grace' },
      { label: 'a', value: 'http://navy.example:80/' },
    ],
    dates: [
      { label: 'Birthday', year: 1906, month: 12, day: 9 },
      { label: 'Leap', year: null, month: 2, day: 29 },
    ],
    notes: 'Carried a\nnanosecond of wire',
    customFields: [
      { name: 'Ship', value: 'Hopper' },
      { name: 'Born', value: '' },
    ],
    tags: ['Navy', 'Compilers'],
  },
  storedMinimal: budInput.parse(bud.minimal),
  invalid: { fields: { Firstname: '  ', Surname: 'Hopper' }, msg: 'First name is required' },
} as const

/** All kinds of records. Declare a kind without `selectedBuds` as a constant `as const`, or its types are widened. */
export const kinds = forAllKinds([budKind, ...kindsWithBuds])

type Kind = Pick<(typeof kinds)[number], 'table' | 'budsOf'>

const columnsOf = ({ table }: Kind): [string, PgColumn][] => Object.entries(inputsOf(getTableColumns(table)))

/**
 * The columns of a kind that accept any text, so not those for dates, choices or rules. A column is taken for a date by its
 * stored value, and for a choice by its default, which is not ''.
 */
export function textColumns(one: string) {
  const kind = kinds.find((kind) => kind.one === one) ?? budKind
  const isDate = (name: string) => {
    if (!(name in kind.stored)) throw new Error(`${name} of ${one} has no value in this file`)
    return /^\d{4}-\d\d-\d\d$/.test(Object(kind.stored)[name])
  }
  return columnsOf(kind).filter(
    ([name, { columnType, default: value }]) =>
      columnType === 'PgText' && !value && name !== 'repeat' && !isDate(name),
  )
}

/** The columns of a kind with a list of texts, such as custom fields. */
export const jsonColumns = (kind: Kind) =>
  columnsOf(kind).filter(([, { columnType }]) => columnType === 'PgJsonb')

/** The rows of an owner with the first names of their buds, without ids, times and versions. */
export async function rowsOf({ table, budsOf }: Kind, { _id: ownerId }: { _id: string }) {
  const rows = await db.select().from(table).where(eq(table.ownerId, ownerId))
  return Promise.all(
    rows.map(async (row) => ({
      ...inputsOf(row),
      buds: budsOf ? await namesOf(budsOf, row._id) : [],
    })),
  )
}

async function namesOf(budsOf: typeof circleBuds | typeof eventBuds, recordId: string) {
  const names = await db
    .select({ name: buds.Firstname })
    .from(budsOf)
    .innerJoin(buds, and(eq(buds.ownerId, budsOf.ownerId), eq(buds._id, budsOf.budId)))
    .where(eq(budsOf.recordId, recordId))
  return names.map(({ name }) => name).toSorted()
}
