import { sql } from 'drizzle-orm'
import {
  type CheckBuilder,
  check,
  foreignKey,
  type IndexBuilder,
  index,
  integer,
  jsonb,
  type PgColumnBuilderBase,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { eventtypes } from '../../app/events/events/event'
import { type Answer, answers, guestsLimit } from '../../app/events/guests/guest'
import type { PlainFilter } from '../../app/people/buds/bud-filter'
import { circletypes } from '../../app/people/circles/circle'
import type { Milestone } from '../../app/people/circles/milestones'
import { interactionKinds } from '../../app/people/interactions/interaction'
import { buds } from './buds'
import { createdAt, day, instant, listOf, oneOf, textArray, textOrEmpty, wallClock } from './columns'
import { keyOfName, listIndexes, listSearchable } from './lists'
import { ownerId } from './users'
import { version } from './versions'

export const circles = pgTable(
  'circles',
  {
    ownerId: ownerId(),
    _id: uuid('id').notNull(),
    Name: textOrEmpty('name'),
    Shortname: textOrEmpty('shortname'),
    Description: textOrEmpty('description'),
    Location: textOrEmpty('location'),
    Circletype: text('circletype').$type<(typeof circletypes)[number]>().notNull().default('Other'),
    milestones: listOf<Milestone>('milestones'),
    /** Days between contacts with each bud of the circle. Null: no reminder. */
    cadenceDays: integer('cadence_days'),
    version: version(),
    createdAt: createdAt(),
    nameKey: keyOfName(sql`name`),
    ...listSearchable(['name', 'shortname', 'description', 'location']),
  },
  (table) => [
    primaryKey({ columns: [table.ownerId, table._id] }),
    ...listIndexes('circles', table, table.Circletype),
    check('circles_type', oneOf('circletype', circletypes)),
  ],
)

/** The milestones of circles by day of the year. A trigger derives them from `circles.milestones`. */
export const circleDates = pgTable(
  'circle_dates',
  {
    ownerId: uuid('owner_id').notNull(),
    circleId: uuid('circle_id').notNull(),
    n: integer('n').notNull(),
    /** Month * 100 + day. */
    monthDay: integer('month_day').notNull(),
    year: integer('year').notNull(),
    label: textOrEmpty('label'),
  },
  (table) => [
    primaryKey({ columns: [table.ownerId, table.circleId, table.n] }),
    index('circle_dates_by_day').on(table.ownerId, table.monthDay, table.circleId, table.n),
    foreignKey({
      name: 'circle_dates_of',
      columns: [table.ownerId, table.circleId],
      foreignColumns: [circles.ownerId, circles._id],
    }).onDelete('cascade'),
  ],
)

/** The calendar finds short events by their start, and long ones by their end. */
const isLong = "end_date > start_date + interval '31 days'"

/** When an event has ended: a series with its last occurrence, or never. */
const endsAt = sql`case when repeat is null then end_date
  else coalesce(repeat_until + (end_date - start_date), 'infinity') end`

/** The start by which lists are sorted: of a series, of the occurrence that comes next, or of the last one. */
const listStart = sql`coalesce(next_start, last_end - (end_date - start_date), start_date)`

export const events = pgTable(
  'events',
  {
    ownerId: ownerId(),
    _id: uuid('id').notNull(),
    Name: textOrEmpty('name'),
    Description: textOrEmpty('description'),
    Location: textOrEmpty('location'),
    Eventtype: text('eventtype').$type<(typeof eventtypes)[number]>().notNull().default('Other'),
    startDate: wallClock('start_date').notNull(),
    endDate: wallClock('end_date').notNull(),
    /** The rule of a series, an RRULE. Null: the event is a single one. */
    repeat: text('repeat'),
    /** Starts by the rule that do not happen, `YYYY-MM-DDTHH:mm`. */
    skipped: textArray('skipped'),
    /** The series that the event was taken out of, and the start by its rule that it replaces. */
    series: uuid('series'),
    occurrence: wallClock('occurrence'),
    /** What is derived of a series: its last start, and where it stands. Null until it is settled, and without such. */
    repeatUntil: wallClock('repeat_until'),
    /** The start of the first occurrence that has not ended, and the end of the last one that has. */
    nextStart: wallClock('next_start'),
    lastEnd: wallClock('last_end'),
    /** When the series has to be settled again: when its next occurrence ends. */
    settleAt: instant('settle_at'),
    endsAt: wallClock('ends_at').notNull().generatedAlwaysAs(endsAt),
    listStart: wallClock('list_start').notNull().generatedAlwaysAs(listStart),
    version: version(),
    createdAt: createdAt(),
    nameKey: keyOfName(sql`name`),
    ...listSearchable(['name', 'description', 'location']),
  },
  (table) => [
    primaryKey({ columns: [table.ownerId, table._id] }),
    ...listIndexes('events', table, table.Eventtype),
    check('events_type', oneOf('eventtype', eventtypes)),
    check('events_end', sql.raw('end_date >= start_date')),
    check(
      'events_series',
      sql.raw('(series is null) = (occurrence is null) and (series is null or repeat is null)'),
    ),
    index('events_by_start').on(table.ownerId, table.listStart, table._id, table.endsAt, table.searchText),
    index('events_by_type_and_start').on(
      table.ownerId,
      table.Eventtype,
      table.listStart,
      table._id,
      table.endsAt,
      table.searchText,
    ),
    index('events_repeating').on(table.ownerId, table.startDate).where(sql.raw('repeat is not null')),
    index('events_of_series').on(table.ownerId, table.series).where(sql.raw('series is not null')),
    index('events_to_settle').on(table.settleAt).where(sql.raw('settle_at is not null')),
    index('events_long').on(table.ownerId, table.endDate).where(sql.raw(isLong)),
  ],
)

/** Calls, messages, meetings and other contacts with buds, and notes about them. */
export const interactions = pgTable(
  'interactions',
  {
    ownerId: ownerId(),
    _id: uuid('id').notNull(),
    kind: text('kind').$type<(typeof interactionKinds)[number]>().notNull().default('other'),
    on: day('on_day').notNull(),
    note: textOrEmpty('note'),
    version: version(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.ownerId, table._id] }),
    index('interactions_by_day').on(table.ownerId, table.on, table._id),
    check('interactions_kind', oneOf('kind', interactionKinds)),
  ],
)

/** Named filters of the list of buds. */
export const smartLists = pgTable(
  'smart_lists',
  {
    ownerId: ownerId(),
    _id: uuid('id').notNull(),
    name: text('name').notNull(),
    filter: jsonb('filter').$type<PlainFilter>().notNull(),
    /** One of the sorts of the list of buds. */
    sort: text('sort').notNull(),
    version: version(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.ownerId, table._id] })],
)

/** Links circles, events or interactions to buds. The foreign keys ensure that linked records have the same owner. */
const budLinkTable = <More extends Record<string, PgColumnBuilderBase> = Record<never, never>>(
  recordTable: typeof circles | typeof events | typeof interactions,
  name: string,
  column: string,
  more = {} as More,
  extras: (CheckBuilder | IndexBuilder)[] = [],
) =>
  pgTable(
    name,
    {
      ownerId: uuid('owner_id').notNull(),
      recordId: uuid(column).notNull(),
      budId: uuid('bud_id').notNull(),
      ...more,
    },
    (table) => [
      ...extras,
      primaryKey({ columns: [table.ownerId, table.recordId, table.budId] }),
      index(`${name}_bud`).on(table.ownerId, table.budId, table.recordId),
      foreignKey({
        name: `${name}_of`,
        columns: [table.ownerId, table.recordId],
        foreignColumns: [recordTable.ownerId, recordTable._id],
      }).onDelete('cascade'),
      foreignKey({
        name: `${name}_own`,
        columns: [table.ownerId, table.budId],
        foreignColumns: [buds.ownerId, buds._id],
      }).onDelete('cascade'),
    ],
  )

export const circleBuds = budLinkTable(circles, 'circle_buds', 'circle_id')

/** An attendee, with the answer to the invitation. */
export const eventBuds = budLinkTable(
  events,
  'event_buds',
  'event_id',
  {
    /** Null: not answered yet. */
    answer: text('answer').$type<Answer>(),
    /** How many people the attendee brings. */
    guests: integer('guests').notNull().default(0),
    diet: textArray('diet'),
    note: textOrEmpty('note'),
    answeredAt: instant('answered_at'),
  },
  [
    check('event_buds_answer', oneOf('answer', answers)),
    check('event_buds_guests', sql.raw(`guests between 0 and ${guestsLimit}`)),
    index('event_buds_answers').on(sql`owner_id`, sql`event_id`, sql`answer`).where(sql`answer is not null`),
  ],
)

export const interactionBuds = budLinkTable(interactions, 'interaction_buds', 'interaction_id')
