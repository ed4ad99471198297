import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { type SyncType, syncTypes } from '../../app/integrations/devices/device'
import { buds } from './buds'
import { createdAt, day, instant, oneOf, textOrEmpty } from './columns'
import { circles, events } from './records'
import { ownerId, userId } from './users'

/** Phones and other programs that sync contacts and calendars. Each has an app password, of which the database has a hash. */
export const devices = pgTable(
  'devices',
  {
    _id: uuid('id').primaryKey(),
    userId: userId(),
    passwordHash: text('password_hash').notNull().unique(),
    name: text('name').notNull(),
    /** The last characters of the app password, by which its owner recognises it. */
    hint: text('hint').notNull(),
    lastUsedOn: day('last_used_on'),
    /** Its row stays, because its changes name it. Null: it may sign in. */
    revokedAt: instant('revoked_at'),
    createdAt: createdAt(),
  },
  (table) => [index('devices_user').on(table.userId, table._id)],
)

/** What devices have deleted of late, by which the brake counts, and what it holds. */
export const deviceDeletions = pgTable(
  'device_deletions',
  {
    ownerId: ownerId(),
    deviceId: uuid('device_id').notNull(),
    type: text('type').$type<SyncType>().notNull(),
    recordId: uuid('record_id').notNull(),
    at: instant('at').notNull(),
    /** The record is gone for the device alone, until its owner releases or refuses the deletion. */
    isHeld: boolean('is_held').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.ownerId, table.deviceId, table.type, table.recordId] }),
    index('device_deletions_at').on(table.at).where(sql.raw('not is_held')),
    check('device_deletions_type', oneOf('type', syncTypes)),
    foreignKey({
      name: 'device_deletions_of',
      columns: [table.deviceId],
      foreignColumns: [devices._id],
    }).onDelete('cascade'),
  ],
)

/** The object resource of a record as a client has sent it last: a vCard, or a calendar with what was taken out of a series. */
const objectTable = (
  recordTable: typeof buds | typeof circles | typeof events,
  name: string,
  column: string,
) =>
  pgTable(
    name,
    {
      ownerId: uuid('owner_id').notNull(),
      recordId: uuid(column).notNull(),
      /** The client's name for the resource. Empty if another record has it by now: then it is that of the id. */
      file: textOrEmpty('file'),
      /** Empty if another record has it by now. */
      uid: textOrEmpty('uid'),
      /** Without pictures. */
      content: textOrEmpty('content'),
    },
    (table) => [
      primaryKey({ columns: [table.ownerId, table.recordId] }),
      uniqueIndex(`${name}_file`).on(table.ownerId, table.file).where(sql.raw("file <> ''")),
      uniqueIndex(`${name}_uid`).on(table.ownerId, table.uid).where(sql.raw("uid <> ''")),
      foreignKey({
        name: `${name}_of`,
        columns: [table.ownerId, table.recordId],
        foreignColumns: [recordTable.ownerId, recordTable._id],
      }).onDelete('cascade'),
    ],
  )

export const budObjects = objectTable(buds, 'bud_objects', 'bud_id')
export const circleObjects = objectTable(circles, 'circle_objects', 'circle_id')
export const eventObjects = objectTable(events, 'event_objects', 'event_id')

/** Owners who have had a device. Without a row, nothing is marked. */
export const syncStates = pgTable('sync_states', {
  ownerId: ownerId().primaryKey(),
  /** The number of the last change. */
  n: bigint('n', { mode: 'number' }).notNull().default(0),
  /** The number of the last deletion that is forgotten. */
  forgotten: bigint('forgotten', { mode: 'number' }).notNull().default(0),
})

/**
 * When a record was changed last, by the numbers of its owner. A trigger gives the numbers when a transaction ends, one after
 * the other, so that whoever has seen a number has seen all before it.
 */
export const syncMarks = pgTable(
  'sync_marks',
  {
    ownerId: ownerId(),
    type: text('type').$type<SyncType>().notNull(),
    /** What was taken out of a series is part of it. */
    recordId: uuid('record_id').notNull(),
    /** Null within the transaction that changes the record. */
    n: bigint('n', { mode: 'number' }),
    /** Null: the record is there. */
    goneAt: instant('gone_at'),
    /** The client's name of the resource, also after the deletion. */
    file: textOrEmpty('file'),
  },
  (table) => [
    primaryKey({ columns: [table.ownerId, table.type, table.recordId] }),
    index('sync_marks_by_number').on(table.ownerId, table.type, table.n),
    index('sync_marks_file').on(table.ownerId, table.file).where(sql.raw("file <> ''")),
    index('sync_marks_new').on(table.ownerId).where(sql.raw('n is null')),
    index('sync_marks_gone').on(table.goneAt).where(sql.raw('gone_at is not null')),
    check('sync_marks_type', oneOf('type', syncTypes)),
  ],
)

/** What clients call the collections that they sync, and the colours that they give them. Empty: as the app does. */
export const collectionNames = pgTable(
  'collection_names',
  {
    ownerId: ownerId(),
    collection: text('collection').notNull(),
    displayName: textOrEmpty('display_name'),
    /** `#rrggbb` or `#rrggbbaa`. */
    color: textOrEmpty('color'),
  },
  (table) => [primaryKey({ columns: [table.ownerId, table.collection] })],
)
